"""What is known of the functions and methods of Python's library: one table.

Of what it does not name nothing is known.  `MODULES` has a row for each module, or several alike, with facts about its
functions and the methods of its classes: about all, all `but` some, or `of` some alone:

    reads     they change none of their arguments, nor what these hold
    decided   their result depends on their arguments, the receiver included, and on nothing else
    outside   their result is decided by something else: clocks, chance, files, the machine
    alike     they compute the same in every process, whatever its hash seed and addresses

`METHODS` has a row for each container: its methods that change it, and behind the bar those that only look.
`BUILTINS` has a row for what builtin functions, and a few that are like them, give back of what they are given:

    plain     nothing: a number, a text or a truth value
    shown     nothing, where no special method of the object gives more than it should
    computed  whatever a special method of the object gives
    holding   something that holds what is inside their arguments
    choosing  one of their arguments, or of what is inside
    naming    an attribute by its name, which may be computed

`EXCEPTIONS` has a row for each way to call a function: with operands of these types it raises one of these classes or
returns; `|` separates types that are taken alike, `'…'` and numbers are constants, `*` is anything, `x=` a keyword.

The rows are closed by the documentation and CPython's source, never by runs.
`tests/differential/test_exception_classes.py` attacks each row of exceptions with extreme values,
`tests/test_library.py` holds the methods against the classes.
"""

from __future__ import annotations

from typing import Final

from clew.records import dataclass

MODULES: Final = """
_ast _blake2 _bz2 _decimal _heapq _lzma _markupbase _md5 _queue _sha1 _sha2 _sha256 _sha3 _sha512 _typing array
    copyreg graphlib html.parser json.scanner opcode queue re._casefix re._constants sre_compile sre_constants
    sre_parse tomllib._re typing_extensions zipfile._path: decided
_random _socket gc multiprocessing nt pwd select shutil signal socket subprocess tempfile threading urllib.request:
    outside
importlib importlib.metadata importlib.util linecache mimetypes os.path sysconfig traceback: reads
_bisect _datetime _json _operator _pydatetime _pydecimal _sre _stat _statistics _string _strptime _struct _warnings
    base64 binascii calendar colorsys difflib errno fnmatch html html.entities http ipaddress json.decoder
    json.encoder keyword ntpath pprint quopri re._compiler re._parser reprlib shlex stat struct token types
    unicodedata urllib.parse warnings zlib zoneinfo: reads; decided
bisect cmath copy decimal fractions itertools math numbers re string textwrap: reads; decided; alike
_locale getpass glob locale os platform posix secrets time uuid: reads; outside
__future__: decided; alike
_abc: decided but get_cache_token
_codecs: reads of decode encode lookup; decided
_collections: reads of _tuplegetter; decided
_collections_abc: reads of __and__ __contains__ __eq__ __ge__ __gt__ __le__ __lt__ __or__ __reversed__ __sub__ __xor__
    _hash count get index isdisjoint items keys values; decided
_contextvars: decided of ContextVar Token
_csv: reads of field_size_limit get_dialect list_dialects; decided
_elementtree: decided but dump
_functools: reads of cmp_to_key partial reduce; decided
_hashlib: reads of compare_digest hmac_digest new openssl_md5 openssl_sha1 openssl_sha224 openssl_sha256
    openssl_sha384 openssl_sha512 pbkdf2_hmac; decided
_io: reads of BytesIO StringIO open text_encoding; decided but FileIO open open_code; outside of FileIO open
_pickle: reads of dumps; decided
_sitebuiltins: decided of Quitter
_thread: reads of get_ident get_native_id; outside
abc: reads of __instancecheck__ __subclasscheck__; decided but get_cache_token; alike of ABC ABCMeta abstractmethod
argparse: decided of Namespace
ast: reads of dump get_docstring get_source_segment iter_child_nodes iter_fields literal_eval parse unparse walk;
    decided
asyncio.coroutines: decided of iscoroutine iscoroutinefunction
asyncio.locks: decided of BoundedSemaphore Condition Event Lock Semaphore
asyncio.queues: decided of LifoQueue PriorityQueue Queue
asyncio.tasks: decided of __sleep0 sleep
atexit: reads of register
builtins: reads but __build_class__ __import__ anext breakpoint delattr eval exec next setattr; decided but __import__
    breakpoint compile dir eval exec globals help input locals open vars; outside of id input open; alike of abs all
    any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod enumerate filter float format
    getattr hasattr hex int isinstance issubclass iter len list map max min next object oct ord pow print property
    range repr reversed round setattr slice sorted staticmethod str sum super tuple type zip
bz2: reads of compress decompress; decided but BZ2File open
codecs: reads of decode encode getdecoder getencoder lookup; decided but open
collections: reads of _asdict copy elements most_common namedtuple total; decided; alike of ChainMap Counter
    OrderedDict abc defaultdict deque namedtuple
collections.abc: decided; alike of Callable Collection Container Generator Hashable Iterable Iterator Mapping
    MutableMapping MutableSequence Reversible Sequence Sized
configparser: reads of defaults get getboolean getfloat getint has_option has_section items options sections; decided
    but ConfigParser.read RawConfigParser.read
contextlib: reads of closing contextmanager nullcontext suppress; decided but chdir redirect_stderr redirect_stdout;
    alike of ExitStack closing contextmanager nullcontext suppress
contextvars: reads of get name; decided of ContextVar
csv: reads of DictReader DictWriter reader writer; decided
dataclasses: reads of asdict astuple fields is_dataclass replace; decided; alike
datetime: reads; decided; outside of now today utcnow
email.utils: decided of formataddr parseaddr quote unquote
enum: reads of __and__ __call__ __contains__ __format__ __getitem__ __hash__ __invert__ __iter__ __len__ __new__
    __or__ __repr__ __str__ __xor__ _missing_; decided; alike of Enum Flag IntEnum IntFlag StrEnum auto unique
functools: reads of cmp_to_key partial reduce; decided; alike of cache cached_property cmp_to_key lru_cache partial
    reduce total_ordering wraps
genericpath: reads; decided; outside of exists getatime getctime getmtime getsize isdir isfile samefile
gzip: reads of compress decompress; decided but GzipFile compress open
hashlib: reads of blake2b blake2s md5 new sha1 sha224 sha256 sha384 sha512; decided but file_digest
heapq: reads of merge nlargest nsmallest; decided; alike
hmac: reads of compare_digest digest new; decided
inspect: reads; decided of BoundArguments Parameter Signature cleandoc getattr_static getfullargspec getmro isabstract
    isasyncgen isasyncgenfunction isawaitable isbuiltin isclass iscoroutine iscoroutinefunction isdatadescriptor
    isfunction isgenerator isgeneratorfunction ismethod ismethoddescriptor ismodule isroutine signature unwrap;
    outside of currentframe getframeinfo getinnerframes getlineno getouterframes stack trace
io: reads of BytesIO StringIO open text_encoding; decided but open open_code; outside of open
json: reads; decided; alike of JSONDecodeError dumps loads
logging: reads of critical debug error exception fatal getChild getEffectiveLevel getLevelName getLevelNamesMapping
    getLogger hasHandlers info isEnabledFor log warn warning; decided
lzma: reads of compress decompress; decided but LZMAFile open
marshal: reads of dumps loads; decided
operator: reads; decided; alike of add and_ eq floordiv ge gt itemgetter le lt mod mul ne neg not_ or_ sub truediv xor
pathlib: reads; decided; outside of absolute cwd exists expanduser glob group home is_dir is_file is_mount is_symlink
    iterdir lstat open owner read_bytes read_text resolve rglob samefile stat touch
pickle: reads of dumps; decided but Pickler Unpickler
posixpath: reads; decided; outside of abspath expanduser expandvars islink ismount lexists realpath relpath
random: reads of choice choices gauss randint random randrange sample uniform; outside
statistics: reads; decided but NormalDist.samples
sys: reads; decided but audit
tokenize: reads of generate_tokens untokenize; decided but open
tomllib: reads of loads; decided
tomllib._parser: reads of loads; decided
typing: reads; decided but get_overloads; alike of Any Callable ClassVar DefaultDict Deque Dict Final Generator
    Generic Iterable Iterator List Literal Mapping NamedTuple NoReturn Optional Protocol Self Sequence Tuple Type
    TypeAlias TypeVar Union cast overload
weakref: reads of proxy ref; outside
xml.etree.ElementTree: decided but ElementTree parse tostring tostringlist
xml.sax.saxutils: reads of escape quoteattr unescape; decided
"""

METHODS: Final = """
list: append clear extend insert pop remove reverse sort | copy count index
dict: clear pop popitem setdefault update | copy fromkeys get items keys values
set: add clear difference_update discard intersection_update pop remove symmetric_difference_update update | copy
    difference intersection isdisjoint issubset issuperset symmetric_difference union
bytearray: append clear extend insert pop remove resize reverse | capitalize center copy count decode endswith
    expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower
    lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split
    splitlines startswith strip swapcase title translate upper zfill
memoryview: cast release | count hex index tobytes tolist toreadonly
deque: append appendleft clear extend extendleft insert pop popleft remove reverse rotate | copy count index
OrderedDict: clear move_to_end pop popitem setdefault update | copy fromkeys get items keys values
Counter: clear pop popitem setdefault subtract update | copy elements fromkeys get items keys most_common total values
"""

BUILTINS: Final = """
plain: all any ascii bin bool callable chr float hasattr hash hex id int isinstance issubclass len oct ord print
shown: bytes format range repr str type
computed: abs divmod pow round
holding: dict enumerate filter frozenset iter list map object reversed set sorted tuple zip
choosing: max min next sum
naming: attrgetter getattr getattr_static methodcaller
"""

EXCEPTIONS: Final = """
json.loads(str)                         JSONDecodeError ValueError RecursionError
json.loads(bytes|bytearray)             JSONDecodeError ValueError RecursionError UnicodeDecodeError
int()                                   -
int(int|bool)                           -
int(float)                              ValueError OverflowError
int(str|bytes|bytearray)                ValueError
int(str|bytes, int|bool)                ValueError
float(float|bool)                       -
float(int)                              OverflowError
float(str|bytes)                        ValueError
complex(str)                            ValueError
bool(int|float|bool|str|bytes|NoneType|list|tuple|dict|set|frozenset|range)  -
str(str|float|bool|NoneType)            -
str(int)                                ValueError
repr(str|bytes|float|bool|NoneType)     -
repr(int)                               ValueError
ascii(str|bytes|float|bool|NoneType)    -
ascii(int)                              ValueError
hex(int|bool)                           -
oct(int|bool)                           -
bin(int|bool)                           -
abs(int|bool|float)                     -
chr(int)                                ValueError OverflowError
chr(bool)                               -
ord(str|bytes)                          TypeError
len(str|bytes|bytearray|list|tuple|dict|set|frozenset)  -
len(range)                              OverflowError
hash(int|float|bool|str|bytes|NoneType) -
round(int|bool)                         -
round(float)                            ValueError OverflowError
round(float, int)                       OverflowError
divmod(int|bool, int|bool)              ZeroDivisionError
divmod(int|float|bool, int|float|bool)  ZeroDivisionError OverflowError
isinstance(*, class)                    -
issubclass(type, class)                 -
id(*)                                   -
callable(*)                             -
type(*)                                 -
bytes()                                 -
bytes(bytes|bytearray)                  -
bytes.decode(bytes)                     UnicodeDecodeError
bytes.decode(bytes, 'utf-8'|'utf8'|'UTF-8'|'ascii')     UnicodeDecodeError
bytes.decode(bytes, 'latin-1'|'latin1'|'iso-8859-1')    -
bytes.decode(bytes, 'utf-8'|'utf8'|'UTF-8'|'ascii', 'replace'|'ignore'|'backslashreplace')  -
bytes.decode(bytes, encoding='utf-8'|'ascii')           UnicodeDecodeError
bytes.decode(bytes, errors='replace'|'ignore')          -
bytes.hex(bytes)                        -
bytes.fromhex(str)                      ValueError
bytes.strip(bytes)                      -
bytes.upper(bytes)                      -
bytes.lower(bytes)                      -
bytes.startswith(bytes, bytes)          -
bytes.endswith(bytes, bytes)            -
bytes.find(bytes, bytes)                -
bytes.split(bytes)                      -
bytes.split(bytes, bytes)               ValueError
str.encode(str)                         UnicodeEncodeError
str.encode(str, 'utf-8'|'utf8'|'UTF-8'|'ascii'|'latin-1'|'latin1')    UnicodeEncodeError
str.encode(str, 'ascii'|'latin-1', 'replace'|'ignore'|'backslashreplace'|'xmlcharrefreplace')  -
str.encode(str, 'utf-8', 'replace'|'ignore'|'backslashreplace'|'xmlcharrefreplace'|'surrogatepass')  -
str.encode(str, encoding='utf-8'|'ascii')  UnicodeEncodeError
str.upper(str)                          -
str.lower(str)                          -
str.casefold(str)                       -
str.title(str)                          -
str.capitalize(str)                     -
str.swapcase(str)                       -
str.strip(str)                          -
str.strip(str, str|NoneType)            -
str.lstrip(str)                         -
str.lstrip(str, str|NoneType)           -
str.rstrip(str)                         -
str.rstrip(str, str|NoneType)           -
str.split(str)                          -
str.split(str, NoneType)                -
str.split(str, str)                     ValueError
str.split(str, str|NoneType, int)       ValueError OverflowError
str.rsplit(str)                         -
str.rsplit(str, str)                    ValueError
str.rsplit(str, str|NoneType, int)      ValueError OverflowError
str.splitlines(str)                     -
str.partition(str, str)                 ValueError
str.rpartition(str, str)                ValueError
str.replace(str, str, str)              -
str.startswith(str, str)                -
str.endswith(str, str)                  -
str.find(str, str)                      -
str.rfind(str, str)                     -
str.count(str, str)                     -
str.index(str, str)                     ValueError
str.rindex(str, str)                    ValueError
str.removeprefix(str, str)              -
str.removesuffix(str, str)              -
str.isdigit(str)                        -
str.isalpha(str)                        -
str.isalnum(str)                        -
str.isdecimal(str)                      -
str.isnumeric(str)                      -
str.isspace(str)                        -
str.isupper(str)                        -
str.islower(str)                        -
str.istitle(str)                        -
str.isidentifier(str)                   -
str.isprintable(str)                    -
str.isascii(str)                        -
str.expandtabs(str)                     -
str.zfill(str, int)                     OverflowError MemoryError
str.ljust(str, int)                     OverflowError MemoryError
str.rjust(str, int)                     OverflowError MemoryError
str.center(str, int)                    OverflowError MemoryError
list.append(list, *)                    -
list.clear(list)                        -
list.copy(list)                         -
list.reverse(list)                      -
list.pop(list)                          IndexError
list.pop(list, int)                     IndexError OverflowError
list.insert(list, int, *)               OverflowError
dict.clear(dict)                        -
dict.copy(dict)                         -
dict.keys(dict)                         -
dict.values(dict)                       -
dict.items(dict)                        -
dict.popitem(dict)                      KeyError
set.clear(set)                          -
set.copy(set)                           -
float.is_integer(float)                 -
float.hex(float)                        -
float.fromhex(str)                      ValueError OverflowError UnicodeEncodeError
float.as_integer_ratio(float)           ValueError OverflowError
int.bit_length(int)                     -
int.bit_count(int)                      -
int.from_bytes(bytes, 'big'|'little')   -
math.isqrt(int)                         ValueError
math.isqrt(bool)                        -
math.gcd(int|bool, int|bool)            -
math.lcm(int|bool, int|bool)            -
math.floor(int|bool)                    -
math.floor(float)                       ValueError OverflowError
math.ceil(int|bool)                     -
math.ceil(float)                        ValueError OverflowError
math.trunc(float)                       ValueError OverflowError
math.isnan(float)                       -
math.isinf(float)                       -
math.isfinite(float)                    -
math.copysign(float, float)             -
math.sqrt(float)                        ValueError
math.sqrt(int)                          ValueError OverflowError
math.exp(float|int)                     OverflowError
math.log(float|int)                     ValueError
math.log(float, float)                  ValueError ZeroDivisionError
math.log2(float|int)                    ValueError
math.log10(float|int)                   ValueError
math.sin(float)                         ValueError
math.cos(float)                         ValueError
math.tan(float)                         ValueError
math.atan(float)                        -
math.atan2(float, float)                -
math.asin(float)                        ValueError
math.acos(float)                        ValueError
math.hypot(float, float)                -
math.pow(float, float)                  ValueError OverflowError
math.degrees(float)                     -
math.radians(float)                     -
decimal.Decimal(str)                    decimal.InvalidOperation
decimal.Decimal(int|bool|float)         -
fractions.Fraction(int|bool)            -
fractions.Fraction(int|bool, int|bool)  ZeroDivisionError ValueError
fractions.Fraction(float)               ValueError OverflowError
datetime.date(int, int, int)            ValueError OverflowError
datetime.datetime(int, int, int)        ValueError OverflowError
datetime.datetime(int, int, int, int, int)       ValueError OverflowError
datetime.datetime(int, int, int, int, int, int)  ValueError OverflowError
datetime.time(int, int)                 ValueError OverflowError
datetime.time(int, int, int)            ValueError OverflowError
datetime.timedelta(days=int)            OverflowError
datetime.timedelta(hours=int)           OverflowError
datetime.timedelta(minutes=int)         OverflowError
datetime.timedelta(seconds=int)         OverflowError
datetime.date.fromordinal(int)          ValueError OverflowError
datetime.date.fromisoformat(str)        ValueError
datetime.datetime.fromisoformat(str)    ValueError
datetime.time.fromisoformat(str)        ValueError
base64.b64encode(bytes)                 -
base64.b64decode(str)                   binascii.Error ValueError
base64.b64decode(bytes)                 binascii.Error
base64.urlsafe_b64encode(bytes)         -
base64.b32encode(bytes)                 -
base64.b16encode(bytes)                 -
binascii.hexlify(bytes)                 -
binascii.unhexlify(bytes)               binascii.Error
binascii.unhexlify(str)                 binascii.Error ValueError
binascii.crc32(bytes)                   -
zlib.crc32(bytes)                       -
zlib.adler32(bytes)                     -
zlib.compress(bytes)                    -
zlib.decompress(bytes)                  zlib.error
uuid.UUID(str)                          ValueError
ipaddress.ip_address(str)               ValueError
html.escape(str)                        -
html.unescape(str)                      ValueError
urllib.parse.quote(str)                 UnicodeEncodeError
urllib.parse.unquote(str)               -
urllib.parse.urlsplit(str)              ValueError
urllib.parse.urlparse(str)              ValueError
posixpath.join(str, str)                -
posixpath.join(str, str, str)           -
posixpath.basename(str)                 -
posixpath.dirname(str)                  -
posixpath.split(str)                    -
posixpath.splitext(str)                 -
posixpath.normpath(str)                 -
posixpath.isabs(str)                    -
genericpath.exists(str)                 -
genericpath.isfile(str)                 -
genericpath.isdir(str)                  -
re.escape(str|bytes)                    -
random.Random.random(Random)            -
random.Random.randint(Random, int, int) ValueError
random.Random.uniform(Random, float, float)  -
random.Random.shuffle(Random, list)     -
time.time()                             -
time.monotonic()                        -
time.perf_counter()                     -
time.process_time()                     -
time.time_ns()                          -
datetime.datetime.now()                 -
datetime.date.today()                   -
uuid.uuid4()                            -
os.getpid()                             -
os.stat(str)                            OSError* ValueError UnicodeEncodeError
os.listdir(str)                         OSError* ValueError UnicodeEncodeError
open(str)                               OSError* ValueError UnicodeEncodeError
open(str, 'r'|'rb'|'w'|'wb'|'a')        OSError* ValueError UnicodeEncodeError
open(str, 'r'|'w'|'a', encoding='utf-8')  OSError* ValueError UnicodeEncodeError
open(str, encoding='utf-8')             OSError* ValueError UnicodeEncodeError
json.dumps(str|float|bool|NoneType)     -
json.dumps(int)                         ValueError
shlex.split(str)                        ValueError
shlex.quote(str)                        -
ast.literal_eval(str)                   SyntaxError* ValueError* TypeError OverflowError MemoryError RecursionError
textwrap.dedent(str)                    -
unicodedata.category(str)               TypeError
unicodedata.normalize('NFC'|'NFD'|'NFKC'|'NFKD', str)  -
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Of a module: all but these names, where it is the whole, else these names alone."""

    whole: bool
    names: frozenset[str]

    def has(self, name: str) -> bool:
        return (name in self.names) != self.whole


def _entries(table: str) -> list[tuple[list[str], str]]:
    """The names before each colon, and what is said of them; a row goes on where lines are indented."""
    rows = (row.split(": ", 1) for row in table.strip().replace("\n    ", " ").split("\n"))
    return [(names.split(), said) for names, said in rows]


def _parts(fact: str) -> dict[str, Part]:
    """The modules of which the fact is said, with the part of which it holds."""
    found: dict[str, Part] = {}
    for modules, said in _entries(MODULES):
        for words in (each.split() for each in said.split("; ")):
            if words[0] == fact:
                found |= dict.fromkeys(modules, Part(words[1:2] != ["of"], frozenset(words[2:])))
    return found


READS: Final = _parts("reads")
DECIDED: Final = _parts("decided")
OUTSIDE: Final = _parts("outside")
ALIKE: Final = _parts("alike")

_METHODS: Final = {names[0]: [set(part.split()) for part in said.split("|")] for names, said in _entries(METHODS)}
CHANGING: Final = frozenset(name for changing, _ in _METHODS.values() for name in changing) - {"cast", "release"}
"""Methods of containers that change them, whatever the container."""
CHANGING_SPECIAL: Final = frozenset(
    {"__setattr__", "__delattr__", "__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__", "__iand__",
     "__isub__", "__ixor__"}
)  # fmt: skip
"""Special methods of builtin classes that change the object; constructors left out."""
READING: Final = "<reading>"
"""Stands among the names of functions that change something where reading some attribute does."""
CHANGES: Final = {name: frozenset(changing) for name, (changing, _) in _METHODS.items()}
LOOKING: Final = {name: frozenset(looking) for name, (_, looking) in _METHODS.items()}
"""By the name of a container, its methods that only look."""
_GIVING: Final = {names[0]: frozenset(said.split()) for names, said in _entries(BUILTINS)}
PLAIN: Final = _GIVING["plain"]
SHOWN: Final = _GIVING["shown"]
COMPUTED: Final = _GIVING["computed"]
HOLDING: Final = _GIVING["holding"]
CHOOSING: Final = _GIVING["choosing"]
NAMING: Final = _GIVING["naming"]
READERS: Final = (PLAIN | SHOWN | COMPUTED | HOLDING) - {"type", "filter", "map", "print"}
"""Builtins that change no argument and give back none of them.  Of three arguments `type` makes a class, and what
`print` writes goes to whoever stands in for the terminal.
"""
CHOOSERS: Final = CHOOSING - {"next"}
"""Builtins that change no argument and may give one back."""
