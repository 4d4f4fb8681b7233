/** Given names of one person, grouped by row. A name may appear in several rows. */
const ROWS = `
alexander alexandre alejandro aleksander alex sandy sasha xander
alexandra alex sandra sasha
alfred alf fred
andrew andreas andre andy drew
anna ann anne annie anya
anthony antonio anton tony
antonia toni
barbara barb babs
benjamin ben benny
catherine katherine kathryn katharina kate katie kathy cathy
charles charlie chuck carl karl
christina christine chris tina
christopher chris kit topher
daniel dan danny
david dave davy
deborah debra deb debbie
donald don donny
dorothy dot dottie
edward edouard eduard ed eddie ted ned
eleanor ellie nell nora
elizabeth elisabeth liz lizzie beth betty eliza lisa bess libby
emily em emmy
eugene gene
florence flo
frances fran franny
francis frank francisco francesco
frederick friedrich fred freddie fritz
gabriel gabe
gerald gerry jerry
geoffrey jeffrey geoff jeff
giuseppe peppe beppe
gregory greg
harold harry
heinrich heinz henry
henry harry hank
jacob jake
jacqueline jackie
james jim jimmy jamie
jennifer jenny jen
jessica jess jessie
joseph jose josef joe joey
john jon johnny jack johann johannes hans jan juan
jonathan jon jonny
joshua josh
judith judy
kenneth ken kenny
lawrence laurence larry
leonard len lenny
louis luis lewis lou
margaret maggie meg peggy greta
maria mary marie
mark marc marco markus
martin marty
matthew matt matthias
michael mike mick mickey michel miguel
mohammed mohamed muhammad mo
nicholas nicolas nick nico klaus
pamela pam
patricia pat patty trish
patrick pat paddy
peter pete pedro pierre
philip phillip phil felipe
rebecca becky
richard rick dick rich ricky ricardo
robert bob rob bobby robbie bert roberto
ronald ron ronnie
samantha sam
samuel sam sammy
stephen steven steve stefan
susan sue susie susanna
theodore ted theo
theresa teresa tess terry
thomas tom tommy tomas
timothy tim timmy
victoria vicky tori
vincent vince vinny
william will bill billy willy wilhelm liam guillermo
zachary zach
`

const rowsOf = new Map<string, Set<number>>()
ROWS.trim()
  .split('\n')
  .forEach((line, row) => {
    for (const name of line.split(' ')) rowsOf.set(name, (rowsOf.get(name) ?? new Set()).add(row))
  })

/** Returns true if two folded given names can belong to one person. */
export function areNicknames(a: string, b: string): boolean {
  const rows = rowsOf.get(b)
  return [...(rowsOf.get(a) ?? [])].some((row) => rows?.has(row))
}
