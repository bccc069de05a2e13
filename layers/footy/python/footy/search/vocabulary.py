"""Words that say nothing by themselves, in the languages of football. All lower-case ASCII."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Of players. Short particles are listed too: they must not pass for a short surname ("Ben Yedder", "De Jong").
SUFFIXES = _words("jr jnr sr ii iii iv")
PARTICLES = _words(
    "al ap ait bar ben bin da das de dei del della delle degli dello dalla den der des di do dos du e el en het",
    "ibn la las le lo los mac mc ould saint san st ten ter the van vander ver von vom y zu zum zur",
)
COMMON_GIVEN = _words(
    "mohamed mohammed mohammad mohamad muhammad muhamed ahmed ahmad mahmoud ali abdul abdel abdullah ibrahim",
    "jose juan luis carlos joao jean john david daniel michael",
)
# Families that come first and are too short to be kept by their length: "Son Heung-Min", "Lee Kang-In".
SHORT_FAMILIES = _words("ahn bae cha cho han kim koo lee lim nam noh seo son suk yoo yun")

# Of teams.
LEGAL_FORMS = _words(
    "ac aca acf ad ae afc ag ai aj as asd bc bk bsc bv ca cd cf cfr cs csd ec eg ev fa fc fcs ff fk fsv gfc gmbh hc",
    "hnk if ifk ik jk kaa kf kfc kk krc ks kv kvc kvv ltd mfk mks nk nv oe ogc osc plc rc rcd rfc rsc sa sac sad sas",
    "sc scc scs sd sds sfc sg sk spa spvgg srl ss ssc ssd ssv sv tsc tsg tsv ud us usl vfb vfl vv",
)
_LITTLE_WORDS = _words(
    "and das dem den der des die een for fra from gli het las les los the una und van von with del della"
)
_CLUB_WORDS = _words(
    "albion asociacion associacao association associazione athletic athletics atletica atletico balompie calcio city",
    "club clube clubs county deportes deportiva deportivo esporte esportiva fodbold foot football footballclub fotball",
    "fotboll fusball fussball fussballclub futbol futebol kulubu olympique racing real rovers soccer sociedade societa",
    "society sport sportclub sporting sportiva sportive sports sportverein stade team teams town turn united utd",
    "verein wanderers",
)
NATIONAL_WORDS = _words(
    "association equipe federation fifa football men mens national nazionale of representative s seleccion selecao",
    "selection senior side soccer squad squadra team the",
)
_SHARED_PLACES = _words("east north republic saint san santa sao south states west")
GENERIC = LEGAL_FORMS | _LITTLE_WORDS | _CLUB_WORDS | NATIONAL_WORDS | _SHARED_PLACES
