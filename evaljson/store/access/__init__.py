"""Who may do what: the store as it is for one person who is signed in.

guard.py        guarded() gives that store: every call is checked when it is made
needs.py        what each call of the store needs
places.py       which evaluation a call is about
roles.py        the role that someone has there, read from the database
visitor.py      someone who is signed in
"""
