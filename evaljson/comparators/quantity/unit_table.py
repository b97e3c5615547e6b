"""The units of everyday documents: SI, trade and imperial ones. `~` is a space in a name, and alone no unit."""

from __future__ import annotations

POWERS = {"G": 9, "M": 6, "k": 3, "h": 2, "": 0, "d": -1, "c": -2, "m": -3, "µ": -6, "n": -9}
PREFIXED = (  # dimension, base unit, its factor, prefixes
    ("mass", "g", "1/1000", "kmµ"), ("length", "m", "1", "kdcmµn"), ("volume", "l", "1/1000", "hdcmµ"),
    ("volume", "L", "1/1000", "hdcmµ"), ("time", "s", "1", "mµn"), ("energy", "J", "1", "kMG"),
    ("energy", "Wh", "3600", "kMG"), ("power", "W", "1", "mkMG"), ("pressure", "Pa", "1", "hkM"),
    ("pressure", "bar", "100000", "m"), ("voltage", "V", "1", "mkM"), ("current", "A", "1", "mµ"),
    ("frequency", "Hz", "1", "kMG"), ("charge", "Ah", "3600", "m"), ("force", "N", "1", "k"),
    ("resistance", "Ω", "1", "kM"), ("energy", "cal", "4.184", "k"),
    ("substance", "mol", "1", "mµn"),
)  # fmt: skip
# Dimension and factor (of the base unit of the dimension), then the names. Those that mean several units are left out:
# a ton, a gallon, a fluid ounce, a month.
TABLE = """
mass      1            kgs kilo kilos kilogram kilograms kilogramme kilogrammes
mass      1/1000       gram grams gramme grammes
mass      1/1000000    milligram milligrams
mass      1/1000000000 mcg microgram micrograms
mass      1000         t tonne tonnes metric~ton metric~tons mt
mass      1/5000       carat carats
mass      0.45359237   lb lbs lb. lbs. pound pounds
mass      0.028349523125 oz oz. ounce ounces
mass      6.35029318   st stone
length    1            meter meters metre metres
length    1000         kilometer kilometers kilometre kilometres
length    1/100        centimeter centimeters centimetre centimetres
length    1/1000       millimeter millimeters millimetre millimetres
length    0.0254       in in. inch inches " ″ ”
length    0.3048       ft ft. foot feet '
length    0.9144       yd yd. yard yards
length    1609.344     mi mi. mile miles
length    1852         nmi nautical~mile nautical~miles
area      1            m2 sqm sq~m qm sq.m. square~meter square~meters square~metre square~metres
area      1/10000      cm2 sq~cm
area      1/1000000    mm2 sq~mm
area      1000000      km2 sq~km
area      10000        ha hectare hectares
area      4046.8564224 acre acres
area      0.09290304   ft2 sqft sq~ft sq.~ft. square~foot square~feet
area      0.00064516   in2 sq~in
volume    1/1000       liter liters litre litres ltr
volume    1/1000000    milliliter milliliters millilitre millilitres cm3 ccm cc
volume    1            m3 cbm cubic~meter cubic~meters cubic~metre cubic~metres
volume    1/1000       dm3
volume    1/1000000000 mm3
volume    0.028316846592 ft3 cu~ft cubic~foot cubic~feet
volume    0.003785411784 US~gal US~gallon US~gallons
volume    0.00454609   imp~gal imperial~gallon imperial~gallons
time      1            sec secs second seconds
time      60           min mins minute minutes
time      3600         h hr hrs hour hours Std Stunde Stunden
time      86400        d day days Tag Tage
time      604800       week weeks wk wks
energy    1000         kilojoule kilojoules
energy    4184         Cal kilocalorie kilocalories
power     1000         kilowatt kilowatts
pressure  101325       atm
pressure  6894.757293168361 psi
resistance 1           ohm ohms
speed     1            m/s
speed     5/18         km/h kph kmh
speed     0.44704      mph
speed     463/900      kn knot knots
data      1            B byte bytes
data      1000         kB KB
data      1000000      MB
data      1000000000   GB
data      1000000000000 TB
data      1024         KiB
data      1048576      MiB
data      1073741824   GiB
data      1099511627776 TiB
pieces    1            pc pc. pcs pcs. piece pieces ea ea. each Stk Stk. Stück
pieces    12           dozen dz doz doz.
share     1            ~
share     1/100        % percent
share     1/1000       ‰
share     1/1000000    ppm
concentration 1000     g/cm3 g/ccm g/ml g/mL kg/l kg/L kg/dm3 t/m3
concentration 1        g/l g/L kg/m3 g/dm3 mg/cm3 mg/ml mg/mL
concentration 1/1000   g/m3 mg/dm3 mg/l mg/L µg/ml µg/mL ug/ml ug/mL mcg/ml mcg/mL
concentration 1/1000000 mg/m3 µg/l µg/L ug/l ug/L mcg/l mcg/L ng/ml ng/mL
concentration 1/1000000000 µg/m3 ug/m3 ng/l ng/L pg/ml pg/mL
concentration 1/100000 µg/dl µg/dL ug/dl ug/dL mcg/dl mcg/dL
concentration 1/100    mg/dl mg/dL
concentration 10       g/dl g/dL
molarity  1000         mol/l mol/L
molarity  1            mmol/l mmol/L
molarity  1/1000       µmol/l µmol/L umol/l umol/L
molarity  1/1000000    nmol/l nmol/L
molarity  1/1000000000 pmol/l pmol/L
"""

PINT_BASES = {
    "mass": "kg", "length": "m", "area": "m**2", "volume": "m**3", "time": "s", "energy": "J", "power": "W",
    "pressure": "Pa", "voltage": "V", "current": "A", "charge": "C", "force": "N", "resistance": "ohm", "speed": "m/s",
    "concentration": "kg/m**3", "temperature": "K", "substance": "mol", "molarity": "mol/m**3",
}  # fmt: skip
"""The base units of the dimensions as pint names them; those that pint tells from others are left out."""
