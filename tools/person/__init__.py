"""Simulate a person at a handheld's keys, who sees a screen, presses a key, sees the next screen.

screen     the screen and the keys as plain values; perform() runs a way
laying     move the cursor, pick up tiles, play a table set by set
choosing   choose what to do: play well or badly, walk through menus, press any keys, go home
simulated  read the screen of a simulated handheld and press its keys

A way is a generator that yields a Key and receives the Screen that follows it. It does not depend
on the source of the screen: the simulator, the emulated firmware and the tests share it.
"""
