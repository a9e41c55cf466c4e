"""Documents: view models, Jinja2 templates, WeasyPrint, and the files of evidence that go with them."""
