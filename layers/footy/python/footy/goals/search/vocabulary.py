"""Words without meaning of their own in names of players and teams, in lower-case ASCII (S11 to S13, A4)."""


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
KOREAN_FAMILIES = _words(
    "ahn an bae baek bang byun cha chae cheon cho choi chu do eom go goo gu ha ham han heo hong hur hwang hyun im jang",
    "jeon jeong ji jin jo joo ju jung kang ki kim ko kong koo ku kwak kwon lee lim min moon mun myung na nam no noh oh",
    "paik pak park pyo ra ri rim roh ryu seo seok seol seong shim shin sim sin so son song suh suk sun sung tak um won",
    "woo yang yeo yoo yoon yu yun",
)
# What everybody calls a player, beside the words of the name. Extend it at will: one line is all it takes.
NICKNAMES = {
    "vinicius junior": "Vini",
    "pierre emerick aubameyang": "Auba",
}

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
# What fans call a team although it is too general, too short or not English; by the API's name of the team.
FAN_WORDS = {
    "atletico madrid": ("Atletico",),
    "lyon": ("OL",),
    "manchester city": ("City",),
    "manchester united": ("United",),
    "marseille": ("OM",),
    # countries as they call themselves
    "belgium": ("Belgique",),
    "brazil": ("Brasil",),
    "croatia": ("Hrvatska",),
    "germany": ("Deutschland",),
    "italy": ("Italia",),
    "morocco": ("Maroc",),
    "netherlands": ("Nederland",),
    "spain": ("Espana",),
}
