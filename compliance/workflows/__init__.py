"""One public function a user task. This layer reads the clock and joins everything; the CLI only calls it."""
