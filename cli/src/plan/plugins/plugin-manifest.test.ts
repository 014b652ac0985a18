import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CliError } from '../../errors.js'
import { hostilePaths } from '../../fixtures/hostile-paths.js'
import { parsePluginManifest } from './plugin-manifest.js'

const valid = { id: 'swap', export: 'swap', title: 'Swap', description: 'Swaps tokens', kernel: '^0.1' }

const resultOf = (value: unknown): unknown => {
  try {
    return parsePluginManifest('a-plugin', value)
  } catch (error) {
    return error
  }
}

describe('parsePluginManifest', () => {
  it('adds the defaults of omitted fields', () => {
    expect(parsePluginManifest('a-plugin', valid)).toMatchObject({
      requires: [],
      provides: [],
      conflicts: [],
      codeOptions: [],
      developmentOnly: false,
      needsProjectId: false,
      needsService: false,
      optIn: false,
      options: { type: 'object', additionalProperties: false },
      permissions: { api: [], origins: {}, storage: [] },
    })
  })

  it('joins the lines of title and description, with which a plugin could imitate other lines of a plan', () => {
    const title = 'Swap\r\n\u2028Other'
    const description = ` Swaps tokens.\n\nPermissions${' '.repeat(200)}none `
    expect(parsePluginManifest('a-plugin', { ...valid, title, description })).toMatchObject({
      title: 'Swap Other',
      description: 'Swaps tokens. Permissions none',
    })
  })

  it('accepts one package or a list of packages as the sandbox engine', () => {
    const node = { package: '@acala-network/chopsticks', version: '1.1.0' }
    const chain = { package: '@substrate/connect-known-chains', version: '1.10.3' }
    const enginesOf = (change: object): unknown =>
      parsePluginManifest('a-plugin', { ...valid, ...change }).sandboxEngine
    expect(enginesOf({ sandboxEngine: node })).toEqual([node])
    expect(enginesOf({ sandboxEngine: [node, chain] })).toEqual([node, chain])
    expect(enginesOf({})).toEqual([])
  })

  it('reports that a package without the field "walletModal" is not a plugin', () => {
    expect(() => parsePluginManifest('left-pad', undefined)).toThrow(/"left-pad" is not a wallet-modal plugin/)
  })

  it('ignores unknown fields, which a later release may add', () => {
    expect(resultOf({ ...valid, colour: 'red' })).not.toBeInstanceOf(Error)
  })

  it.each(hostilePaths)('N1 refuses %j as the path of the networks file', (networks) => {
    expect(resultOf({ ...valid, networks })).toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it.each([
    ...hostilePaths.slice(0, 40),
    'default',
    'class',
    'await',
    'eval',
    'arguments',
    'generated',
    'code',
    'CodeOptions',
    'OptionsOf',
    'a-b',
    '1a',
    'a b',
    "a'; import('x') //",
    'a } from "evil"; export { a',
    'ünder',
    '*',
    'a\\u0062',
  ])('N1 N8 refuses the export name %j', (name) => {
    expect(resultOf({ ...valid, export: name })).toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it.each([
    [{ kernel: 'latest' }],
    [{ kernel: '' }],
    [{ id: 'Swap' }],
    [{ id: '../x' }],
    [{ title: '' }],
    [{ title: 5 }],
    [{ requires: 'namespace:eip155' }],
    [{ requires: ['a b'] }],
    [{ conflicts: ['../x'] }],
    [{ codeOptions: [{ name: 'a-b' }] }],
    [{ codeOptions: [{ name: "x'] & any" }] }],
    [{ sandboxEngine: { package: '@foundry-rs/anvil', version: '^1.7.1' } }],
    [{ sandboxEngine: { package: '@foundry-rs/anvil', version: 'latest' } }],
    [{ sandboxEngine: { package: '@foundry-rs/anvil', version: 'file:../evil' } }],
    [{ sandboxEngine: { package: '../evil', version: '1.0.0' } }],
    [
      {
        sandboxEngine: [
          { package: 'litesvm', version: '1.5.0' },
          { package: '../evil', version: '1.0.0' },
        ],
      },
    ],
    [{ sandboxEngine: [{ package: 'litesvm', version: '^1.5.0' }] }],
    [{ sandboxEngine: [[{ package: 'litesvm', version: '1.5.0' }]] }],
    [{ options: true }],
    [{ options: { type: 'array' } }],
    [{ options: { type: 'object', properties: [] } }],
    [{ options: { type: 'object', properties: { a: { type: 'colour' } } } }],
    [{ options: { type: 'object', properties: { a: { pattern: '(' } } } }],
    [{ options: { type: 'object', properties: { a: { $ref: 'https://evil.example/schema' } } } }],
    [{ options: { type: 'object', required: 'a' } }],
    [{ options: { type: 'object', anyOf: [] } }],
    [{ permissions: { api: [5] } }],
    [{ permissions: { origins: { everything: ['*'] } } }],
    [{ developmentOnly: 'no' }],
    [{ needsProjectId: 1 }],
    [{ needsService: 'yes' }],
    [{ optIn: 'x' }],
  ])('N8 refuses %j', (change) => {
    expect(resultOf({ ...valid, ...change })).toMatchObject({ code: 'INVALID_MANIFEST' })
  })

  it('N8 returns a manifest or throws a CliError for any input', () => {
    const junk = fc.oneof(fc.jsonValue(), fc.anything())
    const fields = fc.dictionary(
      fc.constantFrom(
        'id',
        'export',
        'kernel',
        'requires',
        'options',
        'codeOptions',
        'permissions',
        'networks',
        'sandboxEngine',
        '__proto__',
        'x',
      ),
      junk,
    )
    fc.assert(
      fc.property(
        fc.oneof(
          junk,
          fields.map((changes) => ({ ...valid, ...changes })),
        ),
        (value) => {
          const result = resultOf(value)
          if (result instanceof Error) expect(result).toBeInstanceOf(CliError)
          else expect(result).toMatchObject({ export: expect.stringMatching(/^[A-Za-z_$][\w$]*$/) })
        },
      ),
      { numRuns: 1000 },
    )
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })
})
