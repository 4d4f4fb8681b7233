import { invariant } from '../values/refusals.ts'
import { arrayOf as binaryArray, type ElementType, rowsOfArrays, type Value } from './arrays.ts'
import type { Day } from '../values/days.ts'

/**
 * Table descriptors: said once, the columns of a table give the type of its rows, the list of a select and the texts of
 * inserts and updates. Queries stay SQL. Fields are camelCase, columns snake_case.
 */

/** Type of a column. `T` is the type of its values in a row. */
interface Column<T = unknown> {
  /** Type as PostgreSQL prints it. */
  readonly sqlType: string
  readonly isNullable: boolean
  /** Converts a value to a parameter; null is passed on. */
  readonly encode?: (value: unknown) => unknown
  /** Expression that reads the column; `prefix` is an alias with its dot, or empty. */
  readonly read?: (prefix: string, column: string) => string
  /** Expression that stores a parameter. */
  readonly write?: (parameter: string) => string
  /** Carries the type of values; never set. */
  readonly value?: T
}

const ofType = <T>(sqlType: string, options: Partial<Column<T>> = {}): Column<T> => ({
  sqlType,
  isNullable: false,
  ...options,
})

export const uuid = ofType<string>('uuid')
export const text = ofType<string>('text')
export const integer = ofType<number>('integer')
export const smallint = ofType<number>('smallint')
/** Amount in minor units of its currency, or another whole number beyond 53 bits. */
export const minor = ofType<bigint>('bigint')
/** Decimal as text: rates, percentages. */
export const decimal = ofType<string>('numeric')
/** Percentage with four decimals, as text. */
export const percentage = ofType<string>('numeric(7,4)')
export const date = ofType<Day>('date')
export const instant = ofType<Date>('timestamp with time zone')
export const bool = ofType<boolean>('boolean')
/** Bytes. */
export const bytes = ofType<Buffer>('bytea')
/** Bytes, in hexadecimal in a row. */
export const hex = ofType<string>('bytea', {
  read: (prefix, column) => `encode(${prefix}${column}, 'hex')`,
  write: (parameter) => `decode(${parameter}, 'hex')`,
})

/** Text of a known set of values. */
export const oneOf = <T extends string>(): Column<T> => ofType<T>('text')
/** Value stored as jsonb. */
export const json = <T>(): Column<T> => ofType<T>('jsonb', { encode: (value) => JSON.stringify(value) })
/** Array of one dimension. */
export const arrayOf = <T>({ sqlType }: Column<T>): Column<T[]> => ofType<T[]>(`${sqlType}[]`)
export const nullable = <T>(column: Column<T>): Column<T | null> => ({ ...column, isNullable: true })
/** Column whose rows read another expression than the column itself. */
export const readAs = <T>(column: Column<T>, read: (prefix: string) => string): Column<T> => ({ ...column, read })

type Columns = Readonly<Record<string, Column>>
type RowOf<C extends Columns> = { [F in keyof C]: C[F] extends Column<infer T> ? T : never }
type Field<C extends Columns> = keyof C & string

type Given<T> = T extends readonly (infer Item)[] ? readonly Item[] : T
/** Row to be stored: as a row that is read, but its arrays may be read-only. */
type GivenRow<C extends Columns, F extends keyof C> = { readonly [K in F]: Given<RowOf<C>[K]> }

/** Row of a table under the names of its fields. */
export type Row<T extends { columns: Columns }> = RowOf<T['columns']>

/** Prepared statement with its parameters. The text depends on nothing but the shape of the call. */
interface Statement {
  name: string
  text: string
  values: unknown[]
}

interface InsertShape<C extends Columns, Left extends Field<C>> {
  /** Name of the prepared statement. */
  name: string
  /** Fields that the database fills with their defaults. */
  except?: readonly Left[]
  /** End of the statement: conflict clause and returned columns. */
  ending?: string
}

interface UpdateShape<C extends Columns, Key extends Field<C>, Changed extends Field<C>> {
  /** Name of the prepared statement. */
  name: string
  /** Fields that find the row; `entityId` first if the table has one. */
  key: readonly Key[]
  /** Fields that take the values of the given row. */
  set: readonly Changed[]
  /** Further assignments, without parameters. */
  also?: string
  /** Further conditions, without parameters. */
  where?: string
  /** Returned columns. */
  ending?: string
}

/** Column of a row to be stored. */
export interface Cell {
  column: string
  sqlType: string
  valueOf: (row: Readonly<Record<string, unknown>>) => unknown
}

interface Table<C extends Columns> {
  readonly name: string
  readonly columns: C
  /** All columns under the names of their fields, for a select. */
  readonly list: string
  /** Returns `list` for an alias. */
  listOf(alias: string): string
  /** Columns with the values that a row stores in them, for an insert inside a larger statement. */
  readonly cells: readonly Cell[]
  /** Prepares an insert of one row. */
  insert<Left extends Field<C> = never>(
    shape: InsertShape<C, Left>,
  ): (row: GivenRow<C, Exclude<Field<C>, Left>>) => Statement
  /** Prepares an insert of any number of rows: one array a column, so that the text is the same for any number. */
  insertMany<Left extends Field<C> = never>(
    shape: InsertShape<C, Left>,
  ): (rows: readonly GivenRow<C, Exclude<Field<C>, Left>>[]) => Statement
  /**
   * Prepares an insert as `insertMany` does, for rows with many columns and about a hundred of them at most: it costs less for few rows, more for many
   * (`rowsOfArrays`). The first column is never null.
   */
  insertFew<Left extends Field<C> = never>(
    shape: InsertShape<C, Left>,
  ): (rows: readonly GivenRow<C, Exclude<Field<C>, Left>>[]) => Statement
  /** Prepares an insert of any number of rows for a part of a larger statement: one parameter with all rows. */
  insertPart(): {
    /** @param parameter the parameter, such as "$1" */
    text(parameter: string): string
    /** Value of the parameter: JSON. */
    valueOf(rows: readonly GivenRow<C, Field<C>>[]): string
  }
  /** Prepares an update by key. */
  update<Key extends Field<C>, Changed extends Field<C>>(
    shape: UpdateShape<C, Key, Changed>,
  ): (row: GivenRow<C, Key | Changed>) => Statement
  /** Prepares an update of any number of rows by key: one array a column. Further assignments and conditions name the table. */
  updateMany<Key extends Field<C>, Changed extends Field<C>>(
    shape: UpdateShape<C, Key, Changed>,
  ): (rows: readonly GivenRow<C, Key | Changed>[]) => Statement
}

/** Describes a table; `table.described` has every descriptor, for the comparison with the database. */
export function table<const C extends Columns>(name: string, columns: C): Table<C> {
  const listed = (prefix: string) =>
    Object.keys(columns)
      .map((field) => `${expressionOf(columns[field]!, prefix, columnOf(field))} as "${field}"`)
      .join(', ')
  invariant(!table.described.has(name), `the table ${name} is described once`)
  table.described.set(name, columns)
  return {
    name,
    columns,
    list: listed(''),
    listOf: (alias) => listed(`${alias}.`),
    cells: Object.keys(columns).map((field) => ({
      column: columnOf(field),
      sqlType: columns[field]!.sqlType,
      valueOf: parameterOf(columns, field),
    })),
    insert: (shape) => prepareInsert(name, columns, shape),
    insertMany: (shape) => prepareInsertMany(name, columns, shape, unnested),
    insertFew(shape) {
      const [first] = insertedFields(name, columns, shape)
      invariant(!columns[first!]!.isNullable, `${shape.name}: the first column of a row has a value`)
      return prepareInsertMany(name, columns, shape, bySubscript)
    },
    insertPart: () => prepareInsertPart(name, columns),
    update: (shape) => prepareUpdate(name, columns, shape),
    updateMany: (shape) => prepareUpdateMany(name, columns, shape),
  }
}
table.described = new Map<string, Columns>()

/** Returns the column of a field: `amountMinor` is stored in `amount_minor`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const expressionOf = ({ read }: Column, prefix: string, column: string): string =>
  read ? read(prefix, column) : `${prefix}${column}`

type Cells = Readonly<Record<string, unknown>>

/** Returns a reader of the parameter of a field. */
function parameterOf(columns: Columns, field: string): (row: Cells) => unknown {
  const { encode } = columns[field]!
  if (!encode) return (row) => row[field]
  return (row) => (row[field] === null || row[field] === undefined ? null : encode(row[field]))
}

/** Types whose arrays are sent in binary: as text, each element would be quoted and read again. */
const BINARY: Readonly<Record<string, ElementType>> = {
  uuid: 'uuid',
  text: 'text',
  jsonb: 'jsonb',
  bigint: 'bigint',
  integer: 'int',
  smallint: 'smallint',
  date: 'date',
  boolean: 'boolean',
  [instant.sqlType]: 'timestamptz',
}

/** Returns a reader of the parameter of a field of several rows: an array. */
function arrayParameterOf(columns: Columns, field: string): (rows: readonly Cells[]) => unknown {
  const read = parameterOf(columns, field)
  const { sqlType, write } = columns[field]!
  const type = write ? 'text' : BINARY[sqlType]
  return type ? (rows) => binaryArray(type, rows.map(read) as Value[]) : (rows) => rows.map(read)
}

const stored = ({ write }: Column, parameter: string): string => (write ? write(parameter) : parameter)

interface AnyInsert {
  name: string
  except?: readonly string[]
  ending?: string
}

const ended = (ending: string | undefined): string => (ending === undefined ? '' : ` ${ending}`)

function insertedFields(table: string, columns: Columns, { name, except = [] }: AnyInsert): string[] {
  const fields = Object.keys(columns).filter((field) => !except.includes(field))
  invariant(!('entityId' in columns) || fields.includes('entityId'), `${name} names the entity of its ${table}`)
  return fields
}

function prepareInsert(table: string, columns: Columns, shape: AnyInsert): (row: Cells) => Statement {
  const fields = insertedFields(table, columns, shape)
  const parameters = fields.map((field, i) => stored(columns[field]!, `$${i + 1}`))
  const text = `insert into ${table} (${fields.map(columnOf).join(', ')}) values (${parameters.join(', ')})${ended(shape.ending)}`
  const readers = fields.map((field) => parameterOf(columns, field))
  return (row) => ({ name: shape.name, text, values: readers.map((read) => read(row)) })
}

/** Rows `given` from arrays, which are the parameters. */
type RowsOf = (arrays: readonly { name: string; type: string }[]) => string

const unnested: RowsOf = (arrays) =>
  `unnest(${arrays.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')}) as given (${arrays.map(({ name }) => name).join(', ')})`

const bySubscript: RowsOf = (arrays) => `${rowsOfArrays(arrays)} as given`

function prepareInsertMany(
  table: string,
  columns: Columns,
  shape: AnyInsert,
  rowsOf: RowsOf,
): (rows: readonly Cells[]) => Statement {
  const fields = insertedFields(table, columns, shape)
  const names = fields.map(columnOf)
  const arrays = fields.map((field, i) => {
    const { sqlType, write } = columns[field]!
    invariant(!sqlType.endsWith('[]'), `${shape.name}: rows with arrays are inserted one by one`)
    return { name: names[i]!, type: write ? 'text' : sqlType }
  })
  const taken = fields.map((field, i) => stored(columns[field]!, `given.${names[i]}`))
  const text = `insert into ${table} (${names.join(', ')}) select ${taken.join(', ')} from ${rowsOf(arrays)}${ended(shape.ending)}`
  const readers = fields.map((field) => arrayParameterOf(columns, field))
  return (rows) => ({ name: shape.name, text, values: readers.map((read) => read(rows)) })
}

function prepareInsertPart(table: string, columns: Columns) {
  const fields = Object.keys(columns)
  invariant(!fields.some((field) => columns[field]!.write), `${table}: such a column has no JSON`)
  const names = fields.map(columnOf)
  const list = names.join(', ')
  const jsonOf = (row: Cells) => Object.fromEntries(fields.map((field, i) => [names[i]!, jsonValue(row[field])]))
  return {
    text: (parameter: string) =>
      `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, ${parameter}::jsonb)`,
    valueOf: (rows: readonly Cells[]) => JSON.stringify(rows.map(jsonOf)),
  }
}

/** Returns the JSON from which PostgreSQL reads a value of a column. Objects stay as they are. */
function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
}

interface AnyUpdate {
  name: string
  key: readonly string[]
  set: readonly string[]
  also?: string
  where?: string
  ending?: string
}

function prepareUpdate(table: string, columns: Columns, shape: AnyUpdate): (row: Cells) => Statement {
  const { name, key, set, also, where, ending } = shape
  invariant(!('entityId' in columns) || key.includes('entityId'), `${name} names the entity of its ${table}`)
  const keys = key.map((field, i) => `${columnOf(field)} = $${i + 1}`)
  const changes = set.map((field, i) => `${columnOf(field)} = ${stored(columns[field]!, `$${key.length + i + 1}`)}`)
  const assigned = also === undefined ? changes : [...changes, also]
  const conditions = where === undefined ? keys : [...keys, where]
  const text = `update ${table} set ${assigned.join(', ')} where ${conditions.join(' and ')}${ended(ending)}`
  const readers = [...key, ...set].map((field) => parameterOf(columns, field))
  return (row) => ({ name, text, values: readers.map((read) => read(row)) })
}

function prepareUpdateMany(table: string, columns: Columns, shape: AnyUpdate): (rows: readonly Cells[]) => Statement {
  const { name, key, set, also, where, ending } = shape
  invariant(!('entityId' in columns) || key.includes('entityId'), `${name} names the entity of its ${table}`)
  const fields = [...key, ...set]
  const arrays = fields.map((field, i) => {
    const { sqlType, write } = columns[field]!
    invariant(!sqlType.endsWith('[]') && !write, `${name}: such a column is updated row by row`)
    return `$${i + 1}::${sqlType}[]`
  })
  const keys = key.map((field) => `${table}.${columnOf(field)} = given.${columnOf(field)}`)
  const changes = set.map((field) => `${columnOf(field)} = given.${columnOf(field)}`)
  const assigned = also === undefined ? changes : [...changes, also]
  const conditions = where === undefined ? keys : [...keys, where]
  const text = `update ${table} set ${assigned.join(', ')}
    from unnest(${arrays.join(', ')}) as given (${fields.map(columnOf).join(', ')})
    where ${conditions.join(' and ')}${ended(ending)}`
  const readers = fields.map((field) => arrayParameterOf(columns, field))
  return (rows) => ({ name, text, values: readers.map((read) => read(rows)) })
}
