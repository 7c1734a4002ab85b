"""`python -m guanxi` is the command `guanxi`."""

import sys

from guanxi.cli import main

sys.exit(main())
