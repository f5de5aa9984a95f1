"""The page: the handheld's program on MicroPython's WebAssembly build, in a browser.

command   `python3 tools web`: gathers dist/web/ and shows it     packs   the files of its packs
npm       the packages it runs on      device/   Python in that VM: displayio, the board, installing
page/     what the browser loads: pages, workers, painter, service worker
"""
