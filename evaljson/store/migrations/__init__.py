"""Steps from one layout of the tables to the next; append-only: a step that was released is never edited."""
