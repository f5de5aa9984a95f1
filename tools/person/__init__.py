"""A person at a handheld's keys: sees a screen, presses a key, sees the next one.

screen     what is on the screen, and keys, as plain values; perform() brings the two together
laying     move the cursor, pick up tiles, play a table set by set
choosing   choose what to do: play well or badly, walk menus, press anything, go home
simulated  read the screen of a simulated handheld and press its keys

A way is a generator that yields Keys and takes the Screen that follows each. It knows nothing of
where the screen comes from: the simulator, the emulated firmware and the tests share it.
"""
