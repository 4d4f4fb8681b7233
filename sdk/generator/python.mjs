import { nameOfRef, resolve } from './model.mjs'
import { isPythonName, pythonName, snakeCase } from './names.mjs'
import { byResource } from './resources.mjs'

/** @typedef {import('./model.mjs').Operation} Operation */

const NOTE = '# Made from the service’s OpenAPI document by sdk/generate.mjs; do not edit.\n'
/** Returns the text of models.py: a typed dictionary for each schema. */
export function modelsText(/** @type {Record<string, any>} */ document) {
  const writer = { document, classes: /** @type {Map<string, string>} */ (new Map()) }
  for (const [name, schema] of Object.entries(document.components.schemas)) declare(writer, name, schema)
  return [
    NOTE,
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, NotRequired, TypedDict, Union',
    '',
    ...writer.classes.values(),
  ].join('\n')
}

/** Writes the declaration of a named schema. */
function declare(writer, name, schema) {
  const same = nameOfRef(schema)
  if (same) return void writer.classes.set(name, `${name} = ${same}\n`)
  const [base, extension] = schema.allOf ?? []
  if (nameOfRef(base) && extension?.properties)
    return declareObject(writer, name, { ...extension, description: schema.description }, nameOfRef(base))
  const known = merged(writer.document, schema)
  if (known.properties) return declareObject(writer, name, known)
  writer.classes.set(name, `${name} = ${annotation(writer, name, known, true)}\n`)
}

/** Returns a schema with the properties of all its parts (allOf). */
function merged(document, schema) {
  if (!schema.allOf) return schema
  const parts = schema.allOf.map((part) => merged(document, resolve(document, part) ?? {}))
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
  }
}

function declareObject(writer, name, { properties, required = [], description }, base = 'TypedDict') {
  writer.classes.set(name, '') // its place, before the classes of its own fields
  const fields = Object.entries(properties).map(([property, schema]) => {
    const type = annotation(writer, name + pascalCase(property), schema)
    return { property, type: required.includes(property) ? type : `NotRequired[${type}]`, text: schema.description }
  })
  const isPlain = fields.every(({ property }) => isPythonName(property))
  if (!isPlain) {
    const items = fields.map(({ property, type }) => `    ${JSON.stringify(property)}: ${JSON.stringify(type)},`)
    return void writer.classes.set(name, `${name} = TypedDict(${JSON.stringify(name)}, {\n${items.join('\n')}\n})\n`)
  }
  const lines = fields.map(({ property, type, text }) => {
    const doc = text ? `\n    ${docstring(text, '    ')}` : ''
    return `    ${property}: ${type}${doc}`
  })
  const doc = description ? [`    ${docstring(description, '    ')}`, ''] : []
  writer.classes.set(
    name,
    [`class ${name}(${base}):`, ...doc, ...(lines.length > 0 ? lines : ['    pass']), ''].join('\n'),
  )
}

/** Returns the annotation of a schema; objects within it become classes of their own. */
function annotation(writer, name, schema, isRuntime = false) {
  const refer = (/** @type {string} */ text) => (isRuntime ? JSON.stringify(text) : text)
  const named = nameOfRef(schema)
  if (named) return refer(named)
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
  if (schema.enum) {
    const values = schema.enum.filter((each) => each !== null).map(literal)
    return orNull(`Literal[${values.join(', ')}]`, schema.enum.includes(null))
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && !schema.properties) {
    const types = choices.map((part, index) => annotation(writer, `${name}${index + 1}`, part, isRuntime))
    return `Union[${[...new Set(types)].join(', ')}]`
  }
  const types = [schema.type].flat().filter(Boolean)
  const isNullable = types.includes('null')
  const [type] = types.filter((each) => each !== 'null')
  if (type === 'null' || (types.length > 0 && type === undefined)) return 'None'
  return orNull(plainType(writer, name, merged(writer.document, schema), type, refer), isNullable)
}

function plainType(writer, name, schema, type, refer) {
  if (schema.properties) {
    declareObject(writer, name, schema)
    return refer(name)
  }
  if (type === 'array') return `list[${annotation(writer, `${name}Item`, schema.items ?? {})}]`
  if (type === 'object') {
    const { additionalProperties: rest } = schema
    return `dict[str, ${rest && rest !== true && Object.keys(rest).length > 0 ? annotation(writer, `${name}Value`, rest) : 'Any'}]`
  }
  return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[type] ?? 'Any'
}

const orNull = (/** @type {string} */ type, /** @type {boolean} */ isNullable) =>
  isNullable ? `Union[${type}, None]` : type
const literal = (/** @type {unknown} */ value) =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)
const pascalCase = (/** @type {string} */ name) =>
  name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, _gap, letter) => letter.toUpperCase())
function docstring(/** @type {string} */ text, /** @type {string} */ indent) {
  const clean = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  return `"""${clean.replaceAll('\n', `\n${indent}`).replace(/ +$/gm, '')}${clean.endsWith('"') ? ' ' : ''}"""`
}

/** Returns the text of resources.py: the methods of the client. */
export function pythonResourcesText(/** @type {Operation[]} */ operations) {
  const groups = byResource(operations)
  const classes = groups.map(([resource, group]) => {
    const methods = group.flatMap((operation) => methodsOf(operation))
    return `class ${pascalCase(resource)}Resource(Resource):\n${methods.join('\n\n')}\n`
  })
  const members = groups.map(
    ([resource]) => `        self.${snakeCase(resource)} = ${pascalCase(resource)}Resource(transport)`,
  )
  return [
    NOTE,
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, Union, overload',
    '',
    'from .._core import CallOptions, FileAnswer, FileContent, Pages, Resource, Transport, Unpack',
    'from . import models as m',
    '',
    '',
    classes.join('\n\n'),
    '',
    'class Resources:',
    '    """Resources of the service."""',
    '',
    '    def __init__(self, transport: Transport) -> None:',
    ...members,
    '',
  ].join('\n')
}

/** Writes the methods of an operation: one for JSON, with both results of a dry run, and one for files. */
function methodsOf(/** @type {Operation} */ operation) {
  const { method, result, file } = operation
  const type = typeOf(result.schema)
  const returned = operation.isList ? `Pages[${itemOf(operation)}]` : type
  const methods = []
  if (result.dryRun) {
    const dryRun = typeOf(result.dryRun)
    methods.push(`    @overload\n    ${signature(operation, method, dryRun, 'Literal[True]')} ...`)
    methods.push(`    @overload\n    ${signature(operation, method, type, 'Union[Literal[False], None] = None')} ...`)
    methods.push(methodText(operation, method, `Union[${dryRun}, ${type}]`, '_call'))
  } else methods.push(methodText(operation, method, returned, operation.isList ? '_list' : '_call'))
  if (file) methods.push(methodText(operation, file.method, 'FileAnswer', '_download'))
  return methods
}

function signature(operation, name, returned, dryRun) {
  const { pathParameters, query, body } = operation
  const positional = pathParameters.map((each) => `${pythonName(each.name)}: str`)
  if (body) {
    const type = typeOf(body.schema)
    positional.push(
      `body: ${body.types.length > 1 ? `Union[${type}, FileContent]` : type}${body.required ? '' : ' | None = None'}`,
    )
  }
  const named = query
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map((each) => {
      const argument = pythonName(each.name)
      if (each.name === 'dryRun' && dryRun) return `${argument}: ${dryRun}`
      const type = queryType(each.schema)
      return each.required ? `${argument}: ${type}` : `${argument}: ${type} | None = None`
    })
  const all = ['self', ...positional, ...(named.length > 0 ? ['*', ...named] : []), '**options: Unpack[CallOptions]']
  return `def ${pythonName(name)}(${all.join(', ')}) -> ${returned}:`
}

function queryType(schema) {
  const parts = schema.anyOf ?? schema.oneOf ?? [schema]
  const types = parts.map((part) => {
    if (part.enum) return `Literal[${part.enum.map(literal).join(', ')}]`
    if (part.type === 'array') return 'list[str]'
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[part.type] ?? 'Any'
  })
  return types.length > 1 ? `Union[${[...new Set(types)].join(', ')}]` : types[0]
}

function methodText(operation, name, returned, call) {
  const { http, path, summary, description, pathParameters, query, body, isPublic, file } = operation
  const route = path.replace(
    /\{(\w+)\}/g,
    (_all, parameter) => `{self._segment("${parameter}", ${pythonName(parameter)})}`,
  )
  const parts = [JSON.stringify(http), `${pathParameters.length > 0 ? 'f' : ''}'${route}'`]
  if (query.length > 0)
    parts.push(`query={${query.map((each) => `"${each.name}": ${pythonName(each.name)}`).join(', ')}}`)
  if (body) parts.push(body.types[0] === 'application/json' ? 'body=body' : 'form=body')
  if (isPublic) parts.push('authenticated=False')
  if (call === '_download') parts.push(`accept=${JSON.stringify(file.types[0])}`)
  const text = [`${summary}.`.replace(/\.\.$/, '.'), description].filter(Boolean).join('\n\n')
  return [
    `    ${signature(operation, name, returned, undefined)}`,
    `        ${docstring(text, '        ')}`,
    `        return self.${call}(${parts.join(', ')}, options=options)`,
  ].join('\n')
}

const typeOf = (schema) => {
  if (schema === undefined) return 'None'
  const name = nameOfRef(schema)
  return name ? `m.${name}` : 'Any'
}

const itemOf = ({ result }) => {
  const name = nameOfRef(result.schema)
  return name?.endsWith('Page') ? `m.${name.slice(0, -'Page'.length)}` : 'dict[str, Any]'
}
