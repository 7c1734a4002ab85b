"""The documentation site.  `make docs` builds it; a warning is an error."""

import os
from importlib.util import find_spec
from pathlib import Path

os.environ["GUANXI_PLAIN"] = "1"  # signatures are in the sources, not in the compiled modules
import guanxi

del os.environ["GUANXI_PLAIN"]  # the notebooks run as their readers' do

project = "Guanxi"
author = "the Guanxi contributors"
copyright = author
version = release = guanxi.__version__
language = "en"
exclude_patterns = ["**/.ipynb_checkpoints"]

extensions = ["myst_nb", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
NEEDS_TORCH = "notebooks/first_hour.ipynb"
nb_execution_excludepatterns = [] if find_spec("torch") else [NEEDS_TORCH]
if nb_execution_excludepatterns:
    print(f"PyTorch is not installed: {NEEDS_TORCH} is shown without the results of its cells.")
os.environ["PYTHONPATH"] = str(Path(__file__).parents[1] / "examples")  # it imports examples/ppo.py

default_role = "code"  # in docstrings, as in Markdown
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "exclude-members": "__init__, __new__"}

html_theme = "furo"
html_title = "Guanxi"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    # Ink and paper, as in the browser client.
    "light_css_variables": {
        "color-background-primary": "#f6f0e3",
        "color-background-secondary": "#fffaf0",
        "color-background-border": "#d9cfbc",
        "color-foreground-primary": "#26221d",
        "color-foreground-secondary": "#6d6459",
        "color-brand-primary": "#b3321f",
        "color-brand-content": "#b3321f",
        "color-brand-visited": "#b3321f",
        "color-code-background": "#fffaf0",
    },
    "dark_css_variables": {
        "color-background-primary": "#171412",
        "color-background-secondary": "#221d1a",
        "color-background-border": "#3a322c",
        "color-foreground-primary": "#efe6d5",
        "color-foreground-secondary": "#a89c8a",
        "color-brand-primary": "#e2664d",
        "color-brand-content": "#e2664d",
        "color-brand-visited": "#e2664d",
        "color-code-background": "#221d1a",
    },
}
