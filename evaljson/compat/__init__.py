"""Other packages' names over this engine, for programs that move over by changing their imports."""
