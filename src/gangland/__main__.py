from gangland.cli import main

raise SystemExit(main())
