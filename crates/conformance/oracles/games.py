"""All oracles, by name."""

from coarse import Coarse
from dungeon import Drawn, Rules, Words
from ice import Ice
from platform_exact import Platform
from sokoban import Holes, Sokoban
from vgdl import Said, Vgdl
from walked import Catch, Maze, Race, Run

ORACLES = {"maze": Maze, "race": Race, "run": Run, "catch": Catch, "ice": Ice, "sokoban": Sokoban, "sokoban-holes": Holes}
ORACLES |= {"dungeon-words": Words, "dungeon-drawn": Drawn, "dungeon-rules": Rules, "platform-coarse": Coarse, "platform": Platform, "vgdl": Vgdl, "vgdl-rules": Said}
