import ArgumentParser
import Scatter

PointGenerator.main()
