#!/usr/bin/env python3
"""Writes data/birds.csv: birds that one meets in North America and Europe, with the shape of their bodies.

    python3 data/make-birds.py > data/birds.csv

The table below was written by hand for this project: names and families are facts of taxonomy, the shapes are the
project's own. A heading is the order, the family and the shape; a line behind it is a common and a scientific name.
"""
import csv
import sys

birds = """
# Anseriformes Anatidae goose-like
Snow Goose, Anser caerulescens
Ross's Goose, Anser rossii
Greylag Goose, Anser anser
Greater White-fronted Goose, Anser albifrons
Lesser White-fronted Goose, Anser erythropus
Pink-footed Goose, Anser brachyrhynchus
Brant, Branta bernicla
Barnacle Goose, Branta leucopsis
Cackling Goose, Branta hutchinsii
Canada Goose, Branta canadensis
Red-breasted Goose, Branta ruficollis
Egyptian Goose, Alopochen aegyptiaca
Mute Swan, Cygnus olor
Trumpeter Swan, Cygnus buccinator
Tundra Swan, Cygnus columbianus
Whooper Swan, Cygnus cygnus
# Anseriformes Anatidae duck-like
Black-bellied Whistling-Duck, Dendrocygna autumnalis
Fulvous Whistling-Duck, Dendrocygna bicolor
Common Shelduck, Tadorna tadorna
Ruddy Shelduck, Tadorna ferruginea
Muscovy Duck, Cairina moschata
Wood Duck, Aix sponsa
Mandarin Duck, Aix galericulata
Garganey, Spatula querquedula
Blue-winged Teal, Spatula discors
Cinnamon Teal, Spatula cyanoptera
Northern Shoveler, Spatula clypeata
Gadwall, Mareca strepera
Falcated Duck, Mareca falcata
Eurasian Wigeon, Mareca penelope
American Wigeon, Mareca americana
Mallard, Anas platyrhynchos
Mexican Duck, Anas diazi
American Black Duck, Anas rubripes
Mottled Duck, Anas fulvigula
Northern Pintail, Anas acuta
White-cheeked Pintail, Anas bahamensis
Green-winged Teal, Anas crecca
Marbled Duck, Marmaronetta angustirostris
Red-crested Pochard, Netta rufina
Canvasback, Aythya valisineria
Redhead, Aythya americana
Common Pochard, Aythya ferina
Ferruginous Duck, Aythya nyroca
Ring-necked Duck, Aythya collaris
Tufted Duck, Aythya fuligula
Greater Scaup, Aythya marila
Lesser Scaup, Aythya affinis
Steller's Eider, Polysticta stelleri
Spectacled Eider, Somateria fischeri
King Eider, Somateria spectabilis
Common Eider, Somateria mollissima
Harlequin Duck, Histrionicus histrionicus
Surf Scoter, Melanitta perspicillata
Velvet Scoter, Melanitta fusca
White-winged Scoter, Melanitta deglandi
Common Scoter, Melanitta nigra
Black Scoter, Melanitta americana
Long-tailed Duck, Clangula hyemalis
Bufflehead, Bucephala albeola
Common Goldeneye, Bucephala clangula
Barrow's Goldeneye, Bucephala islandica
Smew, Mergellus albellus
Hooded Merganser, Lophodytes cucullatus
Common Merganser, Mergus merganser
Red-breasted Merganser, Mergus serrator
Masked Duck, Nomonyx dominicus
Ruddy Duck, Oxyura jamaicensis
White-headed Duck, Oxyura leucocephala
# Galliformes Odontophoridae chicken-like
Mountain Quail, Oreortyx pictus
Northern Bobwhite, Colinus virginianus
Scaled Quail, Callipepla squamata
California Quail, Callipepla californica
Gambel's Quail, Callipepla gambelii
Montezuma Quail, Cyrtonyx montezumae
# Galliformes Phasianidae chicken-like
Wild Turkey, Meleagris gallopavo
Ruffed Grouse, Bonasa umbellus
Hazel Grouse, Tetrastes bonasia
Greater Sage-Grouse, Centrocercus urophasianus
Dusky Grouse, Dendragapus obscurus
Sooty Grouse, Dendragapus fuliginosus
Sharp-tailed Grouse, Tympanuchus phasianellus
Greater Prairie-Chicken, Tympanuchus cupido
Willow Ptarmigan, Lagopus lagopus
Rock Ptarmigan, Lagopus muta
White-tailed Ptarmigan, Lagopus leucura
Western Capercaillie, Tetrao urogallus
Black Grouse, Lyrurus tetrix
Gray Partridge, Perdix perdix
Ring-necked Pheasant, Phasianus colchicus
Common Quail, Coturnix coturnix
Red-legged Partridge, Alectoris rufa
Rock Partridge, Alectoris graeca
Chukar, Alectoris chukar
# Phoenicopteriformes Phoenicopteridae heron-like
American Flamingo, Phoenicopterus ruber
Greater Flamingo, Phoenicopterus roseus
# Podicipediformes Podicipedidae grebe-like
Little Grebe, Tachybaptus ruficollis
Least Grebe, Tachybaptus dominicus
Pied-billed Grebe, Podilymbus podiceps
Horned Grebe, Podiceps auritus
Red-necked Grebe, Podiceps grisegena
Great Crested Grebe, Podiceps cristatus
Eared Grebe, Podiceps nigricollis
Western Grebe, Aechmophorus occidentalis
Clark's Grebe, Aechmophorus clarkii
# Columbiformes Columbidae pigeon-like
Rock Pigeon, Columba livia
Stock Dove, Columba oenas
Common Wood-Pigeon, Columba palumbus
White-crowned Pigeon, Patagioenas leucocephala
Band-tailed Pigeon, Patagioenas fasciata
European Turtle-Dove, Streptopelia turtur
Eurasian Collared-Dove, Streptopelia decaocto
Inca Dove, Columbina inca
Common Ground Dove, Columbina passerina
White-winged Dove, Zenaida asiatica
Mourning Dove, Zenaida macroura
# Cuculiformes Cuculidae cuckoo-like
Common Cuckoo, Cuculus canorus
Great Spotted Cuckoo, Clamator glandarius
Yellow-billed Cuckoo, Coccyzus americanus
Black-billed Cuckoo, Coccyzus erythropthalmus
Greater Roadrunner, Geococcyx californianus
Groove-billed Ani, Crotophaga sulcirostris
# Otidiformes Otididae chicken-like
Great Bustard, Otis tarda
Little Bustard, Tetrax tetrax
# Caprimulgiformes Caprimulgidae nightjar-like
Lesser Nighthawk, Chordeiles acutipennis
Common Nighthawk, Chordeiles minor
Common Pauraque, Nyctidromus albicollis
Common Poorwill, Phalaenoptilus nuttallii
Chuck-will's-widow, Antrostomus carolinensis
Eastern Whip-poor-will, Antrostomus vociferus
Eurasian Nightjar, Caprimulgus europaeus
Red-necked Nightjar, Caprimulgus ruficollis
# Apodiformes Apodidae swallow-like
Black Swift, Cypseloides niger
Chimney Swift, Chaetura pelagica
Vaux's Swift, Chaetura vauxi
White-throated Swift, Aeronautes saxatalis
Common Swift, Apus apus
Pallid Swift, Apus pallidus
# Apodiformes Trochilidae hummingbird-like
Ruby-throated Hummingbird, Archilochus colubris
Black-chinned Hummingbird, Archilochus alexandri
Anna's Hummingbird, Calypte anna
Costa's Hummingbird, Calypte costae
Calliope Hummingbird, Selasphorus calliope
Rufous Hummingbird, Selasphorus rufus
Allen's Hummingbird, Selasphorus sasin
Broad-tailed Hummingbird, Selasphorus platycercus
Rivoli's Hummingbird, Eugenes fulgens
Blue-throated Mountain-gem, Lampornis clemenciae
Broad-billed Hummingbird, Cynanthus latirostris
Buff-bellied Hummingbird, Amazilia yucatanensis
# Gruiformes Rallidae rail-like
King Rail, Rallus elegans
Clapper Rail, Rallus crepitans
Ridgway's Rail, Rallus obsoletus
Virginia Rail, Rallus limicola
Water Rail, Rallus aquaticus
Corn Crake, Crex crex
Sora, Porzana carolina
Spotted Crake, Porzana porzana
Common Gallinule, Gallinula galeata
Eurasian Moorhen, Gallinula chloropus
American Coot, Fulica americana
Eurasian Coot, Fulica atra
Purple Gallinule, Porphyrio martinica
Western Swamphen, Porphyrio porphyrio
Yellow Rail, Coturnicops noveboracensis
Black Rail, Laterallus jamaicensis
# Gruiformes Aramidae heron-like
Limpkin, Aramus guarauna
# Gruiformes Gruidae heron-like
Sandhill Crane, Antigone canadensis
Common Crane, Grus grus
Whooping Crane, Grus americana
# Charadriiformes Burhinidae sandpiper-like
Eurasian Thick-knee, Burhinus oedicnemus
# Charadriiformes Recurvirostridae sandpiper-like
Black-necked Stilt, Himantopus mexicanus
Black-winged Stilt, Himantopus himantopus
American Avocet, Recurvirostra americana
Pied Avocet, Recurvirostra avosetta
# Charadriiformes Haematopodidae sandpiper-like
American Oystercatcher, Haematopus palliatus
Black Oystercatcher, Haematopus bachmani
Eurasian Oystercatcher, Haematopus ostralegus
# Charadriiformes Charadriidae sandpiper-like
Black-bellied Plover, Pluvialis squatarola
European Golden-Plover, Pluvialis apricaria
American Golden-Plover, Pluvialis dominica
Pacific Golden-Plover, Pluvialis fulva
Northern Lapwing, Vanellus vanellus
Common Ringed Plover, Charadrius hiaticula
Semipalmated Plover, Charadrius semipalmatus
Piping Plover, Charadrius melodus
Killdeer, Charadrius vociferus
Eurasian Dotterel, Charadrius morinellus
# Charadriiformes Scolopacidae sandpiper-like
Upland Sandpiper, Bartramia longicauda
Whimbrel, Numenius phaeopus
Long-billed Curlew, Numenius americanus
Eurasian Curlew, Numenius arquata
Bar-tailed Godwit, Limosa lapponica
Black-tailed Godwit, Limosa limosa
Hudsonian Godwit, Limosa haemastica
Marbled Godwit, Limosa fedoa
Ruddy Turnstone, Arenaria interpres
Black Turnstone, Arenaria melanocephala
Red Knot, Calidris canutus
Surfbird, Calidris virgata
Ruff, Calidris pugnax
Broad-billed Sandpiper, Calidris falcinellus
Stilt Sandpiper, Calidris himantopus
Curlew Sandpiper, Calidris ferruginea
Temminck's Stint, Calidris temminckii
Sanderling, Calidris alba
Dunlin, Calidris alpina
Rock Sandpiper, Calidris ptilocnemis
Purple Sandpiper, Calidris maritima
Baird's Sandpiper, Calidris bairdii
Little Stint, Calidris minuta
Least Sandpiper, Calidris minutilla
White-rumped Sandpiper, Calidris fuscicollis
Buff-breasted Sandpiper, Calidris subruficollis
Pectoral Sandpiper, Calidris melanotos
Semipalmated Sandpiper, Calidris pusilla
Western Sandpiper, Calidris mauri
Short-billed Dowitcher, Limnodromus griseus
Long-billed Dowitcher, Limnodromus scolopaceus
Jack Snipe, Lymnocryptes minimus
Eurasian Woodcock, Scolopax rusticola
American Woodcock, Scolopax minor
Common Snipe, Gallinago gallinago
Wilson's Snipe, Gallinago delicata
Great Snipe, Gallinago media
Wilson's Phalarope, Phalaropus tricolor
Red-necked Phalarope, Phalaropus lobatus
Red Phalarope, Phalaropus fulicarius
Common Sandpiper, Actitis hypoleucos
Spotted Sandpiper, Actitis macularius
Green Sandpiper, Tringa ochropus
Solitary Sandpiper, Tringa solitaria
Wandering Tattler, Tringa incana
Spotted Redshank, Tringa erythropus
Greater Yellowlegs, Tringa melanoleuca
Common Greenshank, Tringa nebularia
Willet, Tringa semipalmata
Lesser Yellowlegs, Tringa flavipes
Marsh Sandpiper, Tringa stagnatilis
Wood Sandpiper, Tringa glareola
Common Redshank, Tringa totanus
# Charadriiformes Glareolidae swallow-like
Collared Pratincole, Glareola pratincola
# Charadriiformes Stercorariidae gull-like
Great Skua, Stercorarius skua
Pomarine Jaeger, Stercorarius pomarinus
Parasitic Jaeger, Stercorarius parasiticus
Long-tailed Jaeger, Stercorarius longicaudus
# Charadriiformes Alcidae auk-like
Dovekie, Alle alle
Common Murre, Uria aalge
Thick-billed Murre, Uria lomvia
Razorbill, Alca torda
Black Guillemot, Cepphus grylle
Pigeon Guillemot, Cepphus columba
Marbled Murrelet, Brachyramphus marmoratus
Ancient Murrelet, Synthliboramphus antiquus
Cassin's Auklet, Ptychoramphus aleuticus
Rhinoceros Auklet, Cerorhinca monocerata
Atlantic Puffin, Fratercula arctica
Horned Puffin, Fratercula corniculata
Tufted Puffin, Fratercula cirrhata
# Charadriiformes Laridae gull-like
Black-legged Kittiwake, Rissa tridactyla
Ivory Gull, Pagophila eburnea
Sabine's Gull, Xema sabini
Bonaparte's Gull, Chroicocephalus philadelphia
Black-headed Gull, Chroicocephalus ridibundus
Slender-billed Gull, Chroicocephalus genei
Little Gull, Hydrocoloeus minutus
Ross's Gull, Rhodostethia rosea
Laughing Gull, Leucophaeus atricilla
Franklin's Gull, Leucophaeus pipixcan
Mediterranean Gull, Ichthyaetus melanocephalus
Audouin's Gull, Ichthyaetus audouinii
Common Gull, Larus canus
Short-billed Gull, Larus brachyrhynchus
Ring-billed Gull, Larus delawarensis
Western Gull, Larus occidentalis
California Gull, Larus californicus
Yellow-legged Gull, Larus michahellis
Caspian Gull, Larus cachinnans
Iceland Gull, Larus glaucoides
Lesser Black-backed Gull, Larus fuscus
Glaucous-winged Gull, Larus glaucescens
Glaucous Gull, Larus hyperboreus
Great Black-backed Gull, Larus marinus
Heermann's Gull, Larus heermanni
Sooty Tern, Onychoprion fuscatus
Little Tern, Sternula albifrons
Least Tern, Sternula antillarum
Gull-billed Tern, Gelochelidon nilotica
Caspian Tern, Hydroprogne caspia
Black Tern, Chlidonias niger
White-winged Tern, Chlidonias leucopterus
Whiskered Tern, Chlidonias hybrida
Roseate Tern, Sterna dougallii
Common Tern, Sterna hirundo
Arctic Tern, Sterna paradisaea
Forster's Tern, Sterna forsteri
Royal Tern, Thalasseus maximus
Sandwich Tern, Thalasseus sandvicensis
Elegant Tern, Thalasseus elegans
Black Skimmer, Rynchops niger
# Gaviiformes Gaviidae loon-like
Red-throated Loon, Gavia stellata
Arctic Loon, Gavia arctica
Pacific Loon, Gavia pacifica
Common Loon, Gavia immer
Yellow-billed Loon, Gavia adamsii
# Procellariiformes Procellariidae gull-like
Northern Fulmar, Fulmarus glacialis
Cory's Shearwater, Calonectris borealis
Great Shearwater, Ardenna gravis
Sooty Shearwater, Ardenna grisea
Pink-footed Shearwater, Ardenna creatopus
Manx Shearwater, Puffinus puffinus
Balearic Shearwater, Puffinus mauretanicus
# Procellariiformes Hydrobatidae swallow-like
European Storm-Petrel, Hydrobates pelagicus
Leach's Storm-Petrel, Hydrobates leucorhous
# Procellariiformes Oceanitidae swallow-like
Wilson's Storm-Petrel, Oceanites oceanicus
# Ciconiiformes Ciconiidae heron-like
Wood Stork, Mycteria americana
White Stork, Ciconia ciconia
Black Stork, Ciconia nigra
# Suliformes Fregatidae gull-like
Magnificent Frigatebird, Fregata magnificens
# Suliformes Sulidae gull-like
Northern Gannet, Morus bassanus
Brown Booby, Sula leucogaster
# Suliformes Anhingidae cormorant-like
Anhinga, Anhinga anhinga
# Suliformes Phalacrocoracidae cormorant-like
Great Cormorant, Phalacrocorax carbo
# Pelecaniformes Pelecanidae pelican-like
American White Pelican, Pelecanus erythrorhynchos
Brown Pelican, Pelecanus occidentalis
Great White Pelican, Pelecanus onocrotalus
Dalmatian Pelican, Pelecanus crispus
# Pelecaniformes Ardeidae heron-like
American Bittern, Botaurus lentiginosus
Great Bittern, Botaurus stellaris
Great Blue Heron, Ardea herodias
Gray Heron, Ardea cinerea
Purple Heron, Ardea purpurea
Great Egret, Ardea alba
Little Egret, Egretta garzetta
Snowy Egret, Egretta thula
Little Blue Heron, Egretta caerulea
Tricolored Heron, Egretta tricolor
Reddish Egret, Egretta rufescens
Squacco Heron, Ardeola ralloides
Green Heron, Butorides virescens
Black-crowned Night Heron, Nycticorax nycticorax
Yellow-crowned Night Heron, Nyctanassa violacea
# Pelecaniformes Threskiornithidae heron-like
White Ibis, Eudocimus albus
Glossy Ibis, Plegadis falcinellus
White-faced Ibis, Plegadis chihi
Eurasian Spoonbill, Platalea leucorodia
Roseate Spoonbill, Platalea ajaja
# Cathartiformes Cathartidae hawk-like
Black Vulture, Coragyps atratus
Turkey Vulture, Cathartes aura
California Condor, Gymnogyps californianus
# Accipitriformes Pandionidae hawk-like
Osprey, Pandion haliaetus
# Accipitriformes Accipitridae hawk-like
White-tailed Kite, Elanus leucurus
Black-winged Kite, Elanus caeruleus
Bearded Vulture, Gypaetus barbatus
Egyptian Vulture, Neophron percnopterus
European Honey-buzzard, Pernis apivorus
Swallow-tailed Kite, Elanoides forficatus
Cinereous Vulture, Aegypius monachus
Eurasian Griffon, Gyps fulvus
Short-toed Snake-Eagle, Circaetus gallicus
Lesser Spotted Eagle, Clanga pomarina
Booted Eagle, Hieraaetus pennatus
Golden Eagle, Aquila chrysaetos
Spanish Eagle, Aquila adalberti
Bonelli's Eagle, Aquila fasciata
Northern Harrier, Circus hudsonius
Hen Harrier, Circus cyaneus
Montagu's Harrier, Circus pygargus
Pallid Harrier, Circus macrourus
Western Marsh Harrier, Circus aeruginosus
Sharp-shinned Hawk, Accipiter striatus
Eurasian Sparrowhawk, Accipiter nisus
Red Kite, Milvus milvus
Black Kite, Milvus migrans
Bald Eagle, Haliaeetus leucocephalus
White-tailed Eagle, Haliaeetus albicilla
Mississippi Kite, Ictinia mississippiensis
Snail Kite, Rostrhamus sociabilis
Harris's Hawk, Parabuteo unicinctus
Red-shouldered Hawk, Buteo lineatus
Broad-winged Hawk, Buteo platypterus
Swainson's Hawk, Buteo swainsoni
Red-tailed Hawk, Buteo jamaicensis
Rough-legged Hawk, Buteo lagopus
Ferruginous Hawk, Buteo regalis
Zone-tailed Hawk, Buteo albonotatus
Common Buzzard, Buteo buteo
Long-legged Buzzard, Buteo rufinus
# Strigiformes Tytonidae owl-like
Western Barn Owl, Tyto alba
American Barn Owl, Tyto furcata
# Strigiformes Strigidae owl-like
Eurasian Scops-Owl, Otus scops
Flammulated Owl, Psiloscops flammeolus
Western Screech-Owl, Megascops kennicottii
Eastern Screech-Owl, Megascops asio
Great Horned Owl, Bubo virginianus
Eurasian Eagle-Owl, Bubo bubo
Snowy Owl, Bubo scandiacus
Northern Hawk Owl, Surnia ulula
Eurasian Pygmy-Owl, Glaucidium passerinum
Elf Owl, Micrathene whitneyi
Little Owl, Athene noctua
Burrowing Owl, Athene cunicularia
Tawny Owl, Strix aluco
Ural Owl, Strix uralensis
Spotted Owl, Strix occidentalis
Barred Owl, Strix varia
Great Gray Owl, Strix nebulosa
Long-eared Owl, Asio otus
Short-eared Owl, Asio flammeus
Boreal Owl, Aegolius funereus
Northern Saw-whet Owl, Aegolius acadicus
# Bucerotiformes Upupidae hoopoe-like
Eurasian Hoopoe, Upupa epops
# Coraciiformes Alcedinidae kingfisher-like
Common Kingfisher, Alcedo atthis
Ringed Kingfisher, Megaceryle torquata
Belted Kingfisher, Megaceryle alcyon
Green Kingfisher, Chloroceryle americana
# Coraciiformes Meropidae bee-eater-like
European Bee-eater, Merops apiaster
# Coraciiformes Coraciidae crow-like
European Roller, Coracias garrulus
# Piciformes Picidae woodpecker-like
Eurasian Wryneck, Jynx torquilla
Lewis's Woodpecker, Melanerpes lewis
Red-headed Woodpecker, Melanerpes erythrocephalus
Acorn Woodpecker, Melanerpes formicivorus
Gila Woodpecker, Melanerpes uropygialis
Golden-fronted Woodpecker, Melanerpes aurifrons
Red-bellied Woodpecker, Melanerpes carolinus
Williamson's Sapsucker, Sphyrapicus thyroideus
Yellow-bellied Sapsucker, Sphyrapicus varius
Red-naped Sapsucker, Sphyrapicus nuchalis
Red-breasted Sapsucker, Sphyrapicus ruber
Eurasian Three-toed Woodpecker, Picoides tridactylus
American Three-toed Woodpecker, Picoides dorsalis
Black-backed Woodpecker, Picoides arcticus
Lesser Spotted Woodpecker, Dryobates minor
Downy Woodpecker, Dryobates pubescens
Hairy Woodpecker, Dryobates villosus
Middle Spotted Woodpecker, Dendrocoptes medius
Great Spotted Woodpecker, Dendrocopos major
Syrian Woodpecker, Dendrocopos syriacus
White-backed Woodpecker, Dendrocopos leucotos
Northern Flicker, Colaptes auratus
Gilded Flicker, Colaptes chrysoides
Pileated Woodpecker, Dryocopus pileatus
Black Woodpecker, Dryocopus martius
Eurasian Green Woodpecker, Picus viridis
Gray-headed Woodpecker, Picus canus
# Falconiformes Falconidae falcon-like
Crested Caracara, Caracara plancus
Lesser Kestrel, Falco naumanni
Eurasian Kestrel, Falco tinnunculus
American Kestrel, Falco sparverius
Red-footed Falcon, Falco vespertinus
Eleonora's Falcon, Falco eleonorae
Merlin, Falco columbarius
Eurasian Hobby, Falco subbuteo
Gyrfalcon, Falco rusticolus
Peregrine Falcon, Falco peregrinus
Prairie Falcon, Falco mexicanus
# Psittaciformes Psittacidae parrot-like
Monk Parakeet, Myiopsitta monachus
# Psittaciformes Psittaculidae parrot-like
Rose-ringed Parakeet, Psittacula krameri
# Passeriformes Tyrannidae flycatcher-like
Ash-throated Flycatcher, Myiarchus cinerascens
Great Crested Flycatcher, Myiarchus crinitus
Brown-crested Flycatcher, Myiarchus tyrannulus
Great Kiskadee, Pitangus sulphuratus
Western Kingbird, Tyrannus verticalis
Eastern Kingbird, Tyrannus tyrannus
Cassin's Kingbird, Tyrannus vociferans
Scissor-tailed Flycatcher, Tyrannus forficatus
Olive-sided Flycatcher, Contopus cooperi
Western Wood-Pewee, Contopus sordidulus
Eastern Wood-Pewee, Contopus virens
Yellow-bellied Flycatcher, Empidonax flaviventris
Acadian Flycatcher, Empidonax virescens
Alder Flycatcher, Empidonax alnorum
Willow Flycatcher, Empidonax traillii
Least Flycatcher, Empidonax minimus
Hammond's Flycatcher, Empidonax hammondii
Gray Flycatcher, Empidonax wrightii
Dusky Flycatcher, Empidonax oberholseri
Western Flycatcher, Empidonax difficilis
Black Phoebe, Sayornis nigricans
Eastern Phoebe, Sayornis phoebe
Say's Phoebe, Sayornis saya
Vermilion Flycatcher, Pyrocephalus rubinus
# Passeriformes Vireonidae vireo-like
Black-capped Vireo, Vireo atricapilla
White-eyed Vireo, Vireo griseus
Bell's Vireo, Vireo bellii
Hutton's Vireo, Vireo huttoni
Yellow-throated Vireo, Vireo flavifrons
Cassin's Vireo, Vireo cassinii
Blue-headed Vireo, Vireo solitarius
Plumbeous Vireo, Vireo plumbeus
Philadelphia Vireo, Vireo philadelphicus
Warbling Vireo, Vireo gilvus
Red-eyed Vireo, Vireo olivaceus
# Passeriformes Oriolidae thrush-like
Eurasian Golden Oriole, Oriolus oriolus
# Passeriformes Laniidae shrike-like
Loggerhead Shrike, Lanius ludovicianus
Northern Shrike, Lanius borealis
Great Gray Shrike, Lanius excubitor
Red-backed Shrike, Lanius collurio
Lesser Gray Shrike, Lanius minor
Woodchat Shrike, Lanius senator
# Passeriformes Corvidae crow-like
Canada Jay, Perisoreus canadensis
Siberian Jay, Perisoreus infaustus
Pinyon Jay, Gymnorhinus cyanocephalus
Steller's Jay, Cyanocitta stelleri
Blue Jay, Cyanocitta cristata
Green Jay, Cyanocorax yncas
Florida Scrub-Jay, Aphelocoma coerulescens
California Scrub-Jay, Aphelocoma californica
Woodhouse's Scrub-Jay, Aphelocoma woodhouseii
Mexican Jay, Aphelocoma wollweberi
Eurasian Jay, Garrulus glandarius
Iberian Magpie, Cyanopica cooki
Black-billed Magpie, Pica hudsonia
Yellow-billed Magpie, Pica nuttalli
Eurasian Magpie, Pica pica
Eurasian Nutcracker, Nucifraga caryocatactes
Clark's Nutcracker, Nucifraga columbiana
Red-billed Chough, Pyrrhocorax pyrrhocorax
Yellow-billed Chough, Pyrrhocorax graculus
Eurasian Jackdaw, Corvus monedula
Rook, Corvus frugilegus
American Crow, Corvus brachyrhynchos
Fish Crow, Corvus ossifragus
Carrion Crow, Corvus corone
Hooded Crow, Corvus cornix
Chihuahuan Raven, Corvus cryptoleucus
Common Raven, Corvus corax
# Passeriformes Remizidae tit-like
Verdin, Auriparus flaviceps
Eurasian Penduline-Tit, Remiz pendulinus
# Passeriformes Paridae tit-like
Coal Tit, Periparus ater
Crested Tit, Lophophanes cristatus
Marsh Tit, Poecile palustris
Willow Tit, Poecile montanus
Sombre Tit, Poecile lugubris
Carolina Chickadee, Poecile carolinensis
Black-capped Chickadee, Poecile atricapillus
Mountain Chickadee, Poecile gambeli
Chestnut-backed Chickadee, Poecile rufescens
Boreal Chickadee, Poecile hudsonicus
Gray-headed Chickadee, Poecile cinctus
Oak Titmouse, Baeolophus inornatus
Juniper Titmouse, Baeolophus ridgwayi
Bridled Titmouse, Baeolophus wollweberi
Tufted Titmouse, Baeolophus bicolor
Black-crested Titmouse, Baeolophus atricristatus
Eurasian Blue Tit, Cyanistes caeruleus
Great Tit, Parus major
# Passeriformes Panuridae tit-like
Bearded Reedling, Panurus biarmicus
# Passeriformes Alaudidae sparrow-like
Horned Lark, Eremophila alpestris
Eurasian Skylark, Alauda arvensis
Crested Lark, Galerida cristata
Wood Lark, Lullula arborea
Calandra Lark, Melanocorypha calandra
# Passeriformes Hirundinidae swallow-like
Bank Swallow, Riparia riparia
Tree Swallow, Tachycineta bicolor
Violet-green Swallow, Tachycineta thalassina
Purple Martin, Progne subis
Northern Rough-winged Swallow, Stelgidopteryx serripennis
Eurasian Crag-Martin, Ptyonoprogne rupestris
Barn Swallow, Hirundo rustica
Western House-Martin, Delichon urbicum
Cliff Swallow, Petrochelidon pyrrhonota
Cave Swallow, Petrochelidon fulva
# Passeriformes Phylloscopidae warbler-like
Wood Warbler, Phylloscopus sibilatrix
Western Bonelli's Warbler, Phylloscopus bonelli
Yellow-browed Warbler, Phylloscopus inornatus
Willow Warbler, Phylloscopus trochilus
Common Chiffchaff, Phylloscopus collybita
Greenish Warbler, Phylloscopus trochiloides
# Passeriformes Acrocephalidae warbler-like
Sedge Warbler, Acrocephalus schoenobaenus
Moustached Warbler, Acrocephalus melanopogon
Marsh Warbler, Acrocephalus palustris
Common Reed Warbler, Acrocephalus scirpaceus
Great Reed Warbler, Acrocephalus arundinaceus
Icterine Warbler, Hippolais icterina
Melodious Warbler, Hippolais polyglotta
# Passeriformes Locustellidae warbler-like
Common Grasshopper Warbler, Locustella naevia
River Warbler, Locustella fluviatilis
Savi's Warbler, Locustella luscinioides
# Passeriformes Cisticolidae warbler-like
Zitting Cisticola, Cisticola juncidis
# Passeriformes Scotocercidae warbler-like
Cetti's Warbler, Cettia cetti
# Passeriformes Aegithalidae tit-like
Bushtit, Psaltriparus minimus
Long-tailed Tit, Aegithalos caudatus
# Passeriformes Sylviidae warbler-like
Eurasian Blackcap, Sylvia atricapilla
Garden Warbler, Sylvia borin
Lesser Whitethroat, Curruca curruca
Greater Whitethroat, Curruca communis
Sardinian Warbler, Curruca melanocephala
Dartford Warbler, Curruca undata
# Passeriformes Regulidae kinglet-like
Ruby-crowned Kinglet, Corthylio calendula
Golden-crowned Kinglet, Regulus satrapa
Goldcrest, Regulus regulus
Common Firecrest, Regulus ignicapilla
# Passeriformes Bombycillidae thrush-like
Bohemian Waxwing, Bombycilla garrulus
Cedar Waxwing, Bombycilla cedrorum
# Passeriformes Ptiliogonatidae thrush-like
Phainopepla, Phainopepla nitens
# Passeriformes Sittidae nuthatch-like
Red-breasted Nuthatch, Sitta canadensis
White-breasted Nuthatch, Sitta carolinensis
Pygmy Nuthatch, Sitta pygmaea
Brown-headed Nuthatch, Sitta pusilla
Eurasian Nuthatch, Sitta europaea
Wallcreeper, Tichodroma muraria
# Passeriformes Certhiidae treecreeper-like
Brown Creeper, Certhia americana
Eurasian Treecreeper, Certhia familiaris
Short-toed Treecreeper, Certhia brachydactyla
# Passeriformes Polioptilidae warbler-like
Blue-gray Gnatcatcher, Polioptila caerulea
California Gnatcatcher, Polioptila californica
Black-tailed Gnatcatcher, Polioptila melanura
# Passeriformes Troglodytidae wren-like
Rock Wren, Salpinctes obsoletus
Canyon Wren, Catherpes mexicanus
Pacific Wren, Troglodytes pacificus
Winter Wren, Troglodytes hiemalis
Eurasian Wren, Troglodytes troglodytes
Sedge Wren, Cistothorus stellaris
Marsh Wren, Cistothorus palustris
Carolina Wren, Thryothorus ludovicianus
Bewick's Wren, Thryomanes bewickii
Cactus Wren, Campylorhynchus brunneicapillus
# Passeriformes Mimidae thrush-like
Gray Catbird, Dumetella carolinensis
Curve-billed Thrasher, Toxostoma curvirostre
Brown Thrasher, Toxostoma rufum
California Thrasher, Toxostoma redivivum
Sage Thrasher, Oreoscoptes montanus
Northern Mockingbird, Mimus polyglottos
# Passeriformes Sturnidae starling-like
European Starling, Sturnus vulgaris
Spotless Starling, Sturnus unicolor
Rosy Starling, Pastor roseus
# Passeriformes Cinclidae dipper-like
White-throated Dipper, Cinclus cinclus
American Dipper, Cinclus mexicanus
# Passeriformes Turdidae thrush-like
Eastern Bluebird, Sialia sialis
Western Bluebird, Sialia mexicana
Mountain Bluebird, Sialia currucoides
Townsend's Solitaire, Myadestes townsendi
Veery, Catharus fuscescens
Gray-cheeked Thrush, Catharus minimus
Bicknell's Thrush, Catharus bicknelli
Swainson's Thrush, Catharus ustulatus
Hermit Thrush, Catharus guttatus
Wood Thrush, Hylocichla mustelina
Mistle Thrush, Turdus viscivorus
Song Thrush, Turdus philomelos
Redwing, Turdus iliacus
Eurasian Blackbird, Turdus merula
American Robin, Turdus migratorius
Fieldfare, Turdus pilaris
Ring Ouzel, Turdus torquatus
Varied Thrush, Ixoreus naevius
# Passeriformes Muscicapidae thrush-like
Spotted Flycatcher, Muscicapa striata
European Robin, Erithacus rubecula
Thrush Nightingale, Luscinia luscinia
Common Nightingale, Luscinia megarhynchos
Bluethroat, Luscinia svecica
Red-breasted Flycatcher, Ficedula parva
European Pied Flycatcher, Ficedula hypoleuca
Collared Flycatcher, Ficedula albicollis
Common Redstart, Phoenicurus phoenicurus
Black Redstart, Phoenicurus ochruros
Rufous-tailed Rock-Thrush, Monticola saxatilis
Blue Rock-Thrush, Monticola solitarius
Whinchat, Saxicola rubetra
European Stonechat, Saxicola rubicola
Northern Wheatear, Oenanthe oenanthe
# Passeriformes Prunellidae sparrow-like
Alpine Accentor, Prunella collaris
Dunnock, Prunella modularis
# Passeriformes Passeridae sparrow-like
House Sparrow, Passer domesticus
Italian Sparrow, Passer italiae
Spanish Sparrow, Passer hispaniolensis
Eurasian Tree Sparrow, Passer montanus
Rock Sparrow, Petronia petronia
White-winged Snowfinch, Montifringilla nivalis
# Passeriformes Motacillidae wagtail-like
Gray Wagtail, Motacilla cinerea
Western Yellow Wagtail, Motacilla flava
Citrine Wagtail, Motacilla citreola
White Wagtail, Motacilla alba
Tawny Pipit, Anthus campestris
Meadow Pipit, Anthus pratensis
Tree Pipit, Anthus trivialis
Red-throated Pipit, Anthus cervinus
Water Pipit, Anthus spinoletta
Rock Pipit, Anthus petrosus
American Pipit, Anthus rubescens
Sprague's Pipit, Anthus spragueii
# Passeriformes Fringillidae finch-like
Common Chaffinch, Fringilla coelebs
Brambling, Fringilla montifringilla
Evening Grosbeak, Coccothraustes vespertinus
Hawfinch, Coccothraustes coccothraustes
Common Rosefinch, Carpodacus erythrinus
Pine Grosbeak, Pinicola enucleator
Eurasian Bullfinch, Pyrrhula pyrrhula
Gray-crowned Rosy-Finch, Leucosticte tephrocotis
House Finch, Haemorhous mexicanus
Purple Finch, Haemorhous purpureus
Cassin's Finch, Haemorhous cassinii
European Greenfinch, Chloris chloris
Twite, Linaria flavirostris
Eurasian Linnet, Linaria cannabina
Red Crossbill, Loxia curvirostra
Parrot Crossbill, Loxia pytyopsittacus
White-winged Crossbill, Loxia leucoptera
European Goldfinch, Carduelis carduelis
Citril Finch, Carduelis citrinella
European Serin, Serinus serinus
Eurasian Siskin, Spinus spinus
Pine Siskin, Spinus pinus
Lesser Goldfinch, Spinus psaltria
Lawrence's Goldfinch, Spinus lawrencei
American Goldfinch, Spinus tristis
# Passeriformes Calcariidae sparrow-like
Lapland Longspur, Calcarius lapponicus
Chestnut-collared Longspur, Calcarius ornatus
Smith's Longspur, Calcarius pictus
Thick-billed Longspur, Rhynchophanes mccownii
Snow Bunting, Plectrophenax nivalis
# Passeriformes Emberizidae sparrow-like
Corn Bunting, Emberiza calandra
Rock Bunting, Emberiza cia
Cirl Bunting, Emberiza cirlus
Yellowhammer, Emberiza citrinella
Ortolan Bunting, Emberiza hortulana
Reed Bunting, Emberiza schoeniclus
Little Bunting, Emberiza pusilla
# Passeriformes Passerellidae sparrow-like
Grasshopper Sparrow, Ammodramus savannarum
Lark Sparrow, Chondestes grammacus
Lark Bunting, Calamospiza melanocorys
Chipping Sparrow, Spizella passerina
Clay-colored Sparrow, Spizella pallida
Field Sparrow, Spizella pusilla
Brewer's Sparrow, Spizella breweri
Black-throated Sparrow, Amphispiza bilineata
Fox Sparrow, Passerella iliaca
American Tree Sparrow, Spizelloides arborea
Dark-eyed Junco, Junco hyemalis
Yellow-eyed Junco, Junco phaeonotus
White-crowned Sparrow, Zonotrichia leucophrys
Golden-crowned Sparrow, Zonotrichia atricapilla
Harris's Sparrow, Zonotrichia querula
White-throated Sparrow, Zonotrichia albicollis
Vesper Sparrow, Pooecetes gramineus
Savannah Sparrow, Passerculus sandwichensis
Henslow's Sparrow, Centronyx henslowii
Song Sparrow, Melospiza melodia
Lincoln's Sparrow, Melospiza lincolnii
Swamp Sparrow, Melospiza georgiana
Canyon Towhee, Melozone fusca
California Towhee, Melozone crissalis
Green-tailed Towhee, Pipilo chlorurus
Spotted Towhee, Pipilo maculatus
Eastern Towhee, Pipilo erythrophthalmus
# Passeriformes Icteriidae thrush-like
Yellow-breasted Chat, Icteria virens
# Passeriformes Icteridae blackbird-like
Yellow-headed Blackbird, Xanthocephalus xanthocephalus
Bobolink, Dolichonyx oryzivorus
Eastern Meadowlark, Sturnella magna
Western Meadowlark, Sturnella neglecta
Orchard Oriole, Icterus spurius
Hooded Oriole, Icterus cucullatus
Bullock's Oriole, Icterus bullockii
Baltimore Oriole, Icterus galbula
Scott's Oriole, Icterus parisorum
Red-winged Blackbird, Agelaius phoeniceus
Tricolored Blackbird, Agelaius tricolor
Brown-headed Cowbird, Molothrus ater
Bronzed Cowbird, Molothrus aeneus
Rusty Blackbird, Euphagus carolinus
Brewer's Blackbird, Euphagus cyanocephalus
Common Grackle, Quiscalus quiscula
Boat-tailed Grackle, Quiscalus major
Great-tailed Grackle, Quiscalus mexicanus
# Passeriformes Parulidae warbler-like
Ovenbird, Seiurus aurocapilla
Worm-eating Warbler, Helmitheros vermivorum
Louisiana Waterthrush, Parkesia motacilla
Northern Waterthrush, Parkesia noveboracensis
Golden-winged Warbler, Vermivora chrysoptera
Blue-winged Warbler, Vermivora cyanoptera
Black-and-white Warbler, Mniotilta varia
Prothonotary Warbler, Protonotaria citrea
Swainson's Warbler, Limnothlypis swainsonii
Tennessee Warbler, Leiothlypis peregrina
Orange-crowned Warbler, Leiothlypis celata
Nashville Warbler, Leiothlypis ruficapilla
Virginia's Warbler, Leiothlypis virginiae
Lucy's Warbler, Leiothlypis luciae
Connecticut Warbler, Oporornis agilis
MacGillivray's Warbler, Geothlypis tolmiei
Mourning Warbler, Geothlypis philadelphia
Kentucky Warbler, Geothlypis formosa
Common Yellowthroat, Geothlypis trichas
Hooded Warbler, Setophaga citrina
American Redstart, Setophaga ruticilla
Kirtland's Warbler, Setophaga kirtlandii
Cape May Warbler, Setophaga tigrina
Cerulean Warbler, Setophaga cerulea
Northern Parula, Setophaga americana
Magnolia Warbler, Setophaga magnolia
Bay-breasted Warbler, Setophaga castanea
Blackburnian Warbler, Setophaga fusca
Chestnut-sided Warbler, Setophaga pensylvanica
Blackpoll Warbler, Setophaga striata
Black-throated Blue Warbler, Setophaga caerulescens
Palm Warbler, Setophaga palmarum
Pine Warbler, Setophaga pinus
Yellow-rumped Warbler, Setophaga coronata
Yellow-throated Warbler, Setophaga dominica
Prairie Warbler, Setophaga discolor
Grace's Warbler, Setophaga graciae
Black-throated Gray Warbler, Setophaga nigrescens
Townsend's Warbler, Setophaga townsendi
Hermit Warbler, Setophaga occidentalis
Golden-cheeked Warbler, Setophaga chrysoparia
Black-throated Green Warbler, Setophaga virens
Canada Warbler, Cardellina canadensis
Wilson's Warbler, Cardellina pusilla
Red-faced Warbler, Cardellina rubrifrons
Painted Redstart, Myioborus pictus
# Passeriformes Cardinalidae finch-like
Hepatic Tanager, Piranga flava
Summer Tanager, Piranga rubra
Scarlet Tanager, Piranga olivacea
Western Tanager, Piranga ludoviciana
Northern Cardinal, Cardinalis cardinalis
Pyrrhuloxia, Cardinalis sinuatus
Rose-breasted Grosbeak, Pheucticus ludovicianus
Black-headed Grosbeak, Pheucticus melanocephalus
Blue Grosbeak, Passerina caerulea
Lazuli Bunting, Passerina amoena
Indigo Bunting, Passerina cyanea
Painted Bunting, Passerina ciris
Dickcissel, Spiza americana
"""

writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["common_name", "scientific_name", "family", "order_name", "shape_id"])
seen = set()
for line in birds.strip().split("\n"):
    if line.startswith("# "):
        order, family, shape = line[2:].split()
        continue
    common, scientific = line.split(", ")
    for name in (common, scientific):
        if name in seen:
            sys.exit(f"{name} is there twice")
        seen.add(name)
    writer.writerow([common, scientific, family, order, shape])
