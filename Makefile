# Two commands carry a fresh machine: `make play` and `make test`. They need Python 3.11 or newer, and for
# full speed a C compiler; everything else they set up themselves in .venv.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(wildcard src/gangland/*.py src/gangland/*.pxd src/gangland/*/*.py src/gangland/*/*.pxd src/gangland/*/*/*.py src/gangland/*/*/*.pxd)
KERNEL := $(filter %.pxd,$(SOURCES)) $(patsubst %.pxd,%.py,$(filter %.pxd,$(SOURCES)))
FRONT := $(filter-out %/htmx.js,$(wildcard src/gangland/web/static/*.css src/gangland/web/static/*.js))
CATALOGUES := $(wildcard src/gangland/locales/*/LC_MESSAGES/*.po)
BUILD_NEEDS = $(shell $(BIN)/python -c "import tomllib; print(*('\"' + need + '\"' for need in tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires']))")
# one worker more than cores, as servers are waited for; a file stays with one worker, so that what its tests share is
# made once (the longest files come first: tests/conftest.py)
TEST = $(BIN)/pytest --dist loadfile -n $(shell $(BIN)/python -c "import os; print((os.cpu_count() or 1) + 1)")
# matrices here are small: threads of BLAS would only wait for each other
export OPENBLAS_NUM_THREADS ?= 1
# the tests start many Pythons: where none may keep its bytecode, each would compile all sources anew
unexport PYTHONDONTWRITEBYTECODE
# some tools set up servers and browsers as the tests do
TOOL := PYTHONPATH=tests/support $(BIN)/python tools
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play install test test-fast test-long coverage check bench bench-against sanitizers sanitize fuzz load page-cost step-cost house train habits calibration strength golden catalogues constraints docs dist wheels release picture screenshots clean

play: .venv/installed ## open the tables on the web and play there; `gangland play` is the table in the terminal
	@$(BIN)/gangland serve --browser $(ARGS)

install: .venv/installed ## build the kernel and install the command into .venv
	@$(BIN)/gangland doctor
	@echo "$(CURDIR)/$(BIN)/gangland"

test: .venv/developed ## everything that CI runs besides `make check`: the suite, compiled and uncompiled
	$(TEST)
	GANGLAND_PLAIN=1 $(TEST)

test-fast: .venv/developed ## the daily round, in a tenth of that time: nothing slow, no browser, no PostgreSQL
	GANGLAND_TESTS=fast $(TEST) -m "not browser and not postgres and not slow"

test-long: .venv/developed ## every language, width and input where `make test` draws a sample, and the sanitizers in full
	GANGLAND_TESTS=long $(TEST)
	GANGLAND_TESTS=long GANGLAND_PLAIN=1 $(TEST)
	$(TOOL)/sanitize.py

coverage: .venv/developed ## which lines of the package the suite runs; the kernel's are counted uncompiled
	$(TEST) --cov --cov-report=
	GANGLAND_PLAIN=1 $(TEST) --cov --cov-append --cov-report=term

check: .venv/developed ## formatting, lints, types and the layers of the house; templates, style, script and courses too
	$(BIN)/ruff format --check src tests tools setup.py
	$(BIN)/ruff check src tests tools setup.py
	$(BIN)/mypy src/gangland $(shell find tests tools -name "*.py")
	$(BIN)/lint-imports --no-logo
	$(BIN)/djlint --quiet --check src/gangland/web/templates
	$(BIN)/djlint --quiet --lint src/gangland/web/templates
	$(BIN)/oxfmt --check $(FRONT)
	$(BIN)/oxlint --deny-warnings $(filter %.js,$(FRONT))
	$(BIN)/python tools/check_courses.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir build/site

load: .venv/developed ## what a move costs the server, and how long it takes to reach everybody, e.g. make load ARGS="--cost --against 392a05e"
	$(TOOL)/load.py $(ARGS)

bench: .venv/installed ## playouts per second
	$(BIN)/gangland bench $(ARGS)

bench-against: .venv/developed ## CPU time of playouts and search beside another commit's, e.g. make bench-against BASE=392a05e
	$(TOOL)/bench_against.py $(BASE) $(ARGS)

sanitizers: .venv/developed ## the kernel built for `make sanitize`, which it does itself if need be
	$(TOOL)/sanitize.py --build

sanitize: .venv/developed ## the kernel's tests under AddressSanitizer and UndefinedBehaviorSanitizer; --short is what CI runs
	$(TOOL)/sanitize.py $(ARGS)

fuzz: .venv/developed ## every public name with everything that is wrong, e.g. make fuzz ARGS="--only bots --count 5000 --seed 2"
	$(BIN)/python tests/support/fuzzing.py $(ARGS)

step-cost: .venv/developed ## what a step of a replay costs the browser, beside the same move at the table
	$(TOOL)/step_cost.py $(ARGS)

house: .venv/developed ## how the rooms depend on each other, and how far a move on the web goes, in numbers
	$(TOOL)/house.py

train: .venv/developed ## teach a net (it can be stopped at any time), e.g. make train ARGS="gangs --rounds 20 --gate 0.05s"
	$(TOOL)/training.py $(ARGS)

habits: .venv/developed ## learn from games what a move tells about alliances in Gangs, e.g. make habits ARGS="--games 360"
	$(TOOL)/habits.py $(ARGS)

calibration: .venv/developed ## how often what a net expects comes true, e.g. make calibration ARGS="gangs --games 400"
	$(TOOL)/calibration.py $(ARGS)

strength: .venv/developed ## play what is missing in docs/strength/ (it can be stopped at any time) and write docs/strength.md
	$(TOOL)/strength.py $(ARGS)

golden: .venv/developed ## write the golden games and node counts anew, after a deliberate change of the rules
	$(BIN)/python tests/support/golden.py

catalogues: .venv/developed ## bring new sentences into the catalogues, to be translated there
	$(BIN)/pybabel extract -F babel.cfg --no-default-keywords -k say:1 -k mark:1 -k say_many:1,2 -k mark_many:1,2 -k mark_in:1c,2 --no-location --omit-header -o .venv/gangland.pot src/gangland
	$(BIN)/pybabel update -i .venv/gangland.pot -d src/gangland/locales -D gangland --no-fuzzy-matching --ignore-obsolete -w 0
	$(BIN)/python tools/course_sentences.py .venv/course.pot
	$(BIN)/pybabel update -i .venv/course.pot -d src/gangland/locales -D course --no-fuzzy-matching --ignore-obsolete -w 0

constraints: .venv/developed ## bring all packages up to date, and write down their versions
	$(BIN)/python -m pip install --quiet --upgrade --upgrade-strategy eager pip $(BUILD_NEEDS) --group dev
	echo '# The versions that `make` and CI install; `make constraints` brings them up to date.' > constraints.txt
	$(BIN)/python -m pip freeze --all --exclude-editable | grep == >> constraints.txt

docs: .venv/developed ## the site of the guides and the reference, into build/site; warnings are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir build/site

dist: .venv/installed ## the sdist and a wheel of this machine in dist, checked as a package index does; the fast tests run from the sdist
	@$(PIP) --group release
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl
	rm -rf build/sdist
	mkdir -p build/sdist
	tar -xzf dist/*.tar.gz -C build/sdist --strip-components 1
	$(MAKE) -C build/sdist test-fast

wheels: .venv/installed ## wheels for every Python that this system has (Linux needs Docker), each tested
	@$(PIP) --group release
	$(BIN)/python -m cibuildwheel --output-dir dist

release: .venv/developed ## version, changes, commit and tag of a release, e.g. make release VERSION=0.2.0; `git push` publishes it
	$(BIN)/python tools/release.py $(VERSION)

picture: .venv/developed ## draw the README's picture of the table anew
	$(TOOL)/picture.py

screenshots: .venv/developed ## take pictures of every page and state into docs/screenshots (needs Chromium)
	$(TOOL)/screenshots.py $(ARGS)

page-cost: .venv/developed ## CPU of a table's page early and late in a game, and the memory of a table that is kept
	$(BIN)/python tools/page_cost.py $(ARGS)

clean: ## remove everything that was built
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	find src tests \( -name '*.so' -o -name '*.mo' -o -name '__pycache__' \) -prune -exec rm -rf {} +
	rm -f $(patsubst %.pxd,%.c,$(filter %.pxd,$(SOURCES)))

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gangland needs Python 3.11 or newer.")'
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml constraints.txt setup.py $(KERNEL) $(CATALOGUES)
	@echo "Setting up in .venv; this takes a minute or two."
	@$(PIP) 'pip>=25.1' $(BUILD_NEEDS)
	@$(PIP) --no-build-isolation --editable '.[cli,web]'
	@touch $@

.venv/developed: .venv/installed
	@$(PIP) --group dev
	@touch $@
