"""The rules core of Pocket Rummy: pure Python, imports nothing but itself and VMs' built-ins."""
