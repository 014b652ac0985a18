import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { repository } from '../../setup/workspaces.mjs'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts an OpenAPI 3.0 schema to JSON Schema: `nullable` becomes a union with null; titles, descriptions, examples and formats are removed. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema)
  if (!isJson(schema)) return schema
  const { nullable, example: _, format: __, description: ___, title: ____, properties, ...rest } = schema
  const own = {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value)])),
    ...(isJson(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, toJsonSchema(value)])),
    }),
  }
  return nullable === true ? { anyOf: [own, { type: 'null' }] } : own
}

/** Returns a function that validates a reply against an OpenAPI document in `tests/corpora`. It returns one text for each problem. */
export function createOpenApiCheck(file: string): (path: string, reply: unknown) => readonly string[] {
  const document = JSON.parse(readFileSync(join(repository, 'tests/corpora', file), 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true })
  const components = toJsonSchema(document.components)
  return (path, reply) => {
    const schema = document.paths[path].get.responses[200].content['application/json'].schema
    const validate = ajv.compile({ components, ...Object(toJsonSchema(schema)) })
    validate(reply)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}
