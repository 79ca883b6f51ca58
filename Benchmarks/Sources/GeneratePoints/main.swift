import Scatter

PointGenerator.main()
