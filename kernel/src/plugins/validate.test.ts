import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin, kernelCopy, type PluginInstance, type PluginSpec } from './plugin.js'
import type { StandardSchema } from './schema.js'
import { capability, view } from './token.js'

type Fields = Partial<Omit<PluginSpec<object, unknown>, 'setup'>>

const plugin = (name: string, fields: Fields = {}): PluginInstance =>
  definePlugin<object, unknown>({ kernel: '^0.1', name, setup: () => undefined, ...fields })()
const shows = (name: string): Fields => ({ views: [view(name)] })
const mistake = (plugins: readonly PluginInstance[]): { code: string; message: string } => {
  try {
    createWalletModal({ plugins }).dispose()
  } catch (error) {
    return { code: String(Object(error).code), message: String(Object(error).message) }
  }
  throw new Error('nothing was wrong')
}

const twin = definePlugin({ name: 'twin', kernel: '^0.1', setup: () => undefined })
const strict: StandardSchema<object> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: () => ({ issues: [{ message: 'must be a number', path: ['size', { key: 0 }] }] }),
  },
}
const foreign = (): PluginInstance => {
  const made = plugin('foreign')
  const copy = Object.assign(() => made, { spec: made.plugin.spec, kernelCopy: { ...kernelCopy } })
  return { plugin: copy, options: {} }
}

describe('each mistake in the list of plugins has a code, and a message with the fix', () => {
  test.each<[string, readonly PluginInstance[], string]>([
    ['DUPLICATE_PLUGIN', [twin(), twin()], '"twin" is listed twice. Remove one of the two.'],
    ['DUPLICATE_PLUGIN', [plugin('a'), plugin('a')], '"a" is bundled twice. Deduplicate it (npm dedupe).'],
    ['DUPLICATE_KERNEL', [foreign()], '"foreign" is from another copy of the kernel.'],
    ['RESERVED_NAME', [plugin('@wallet-modal/kernel')], 'is reserved'],
    [
      'RESERVED_NAME',
      [plugin('a', shows('@wallet-modal/kernel#Own'))],
      'names that begin with "@wallet-modal/kernel#" are reserved',
    ],
    ['KERNEL_MISMATCH', [plugin('a', { kernel: '^1.0' })], '"a" needs kernel "^1.0", not 0.1.'],
    ['KERNEL_MISMATCH', [plugin('a', { kernel: '^0.2' })], 'npx create-wallet-modal upgrade'],
    [
      'CONFLICT',
      [plugin('a', { conflicts: ['b'] }), plugin('b')],
      '"a" cannot be used with "b". Remove one of the two.',
    ],
    ['MISSING_CAPABILITY', [plugin('a', { requires: [capability('namespace:eip155')] })], 'Add @wallet-modal/eip155.'],
    ['MISSING_CAPABILITY', [plugin('a', { requires: [capability('x')] })], 'Add the plugin that provides it.'],
    ['INVALID_OPTIONS', [plugin('a', { options: strict })], 'Options of "a": "size.0": must be a number'],
  ])('%s: %#', (code, plugins, words) => {
    const found = mistake(plugins)
    expect(found.code).toBe(code)
    expect(found.message).toContain(words)
  })

  test.each([
    ['a plugin that was not called', twin],
    ['null', null],
    ['a text', 'swap'],
    ['an empty object', {}],
    ['a plugin without a name', plugin('')],
    ['a name that is not a package name', plugin('../evil')],
    ['requirements that are not a list', plugin('a', { requires: 'x' as never })],
    ['a view that is not a token', plugin('a', { views: [{ load: null } as never] })],
    ['a capability instead of a view', plugin('a', { views: [capability('x') as never] })],
  ])('INVALID_CONFIG: %s', (_, listed) => {
    expect(mistake([listed as PluginInstance]).code).toBe('INVALID_CONFIG')
  })

  test('a plugin that was not called: the message contains the call', () => {
    // @ts-expect-error JavaScript callers can pass any value
    expect(mistake([twin]).message).toContain('Call it: `plugins: [swap()]`')
  })

  test.each(['^0', '^0.1', '^0.1.0'] as const)('the range %s includes this kernel', (kernel) => {
    createWalletModal({ plugins: [plugin('a', { kernel })] }).dispose()
  })
})

describe('I2: conflicting claims are reported, in every order of the list', () => {
  const sets: readonly [string, readonly PluginInstance[], readonly string[]][] = [
    [
      'DUPLICATE_VIEW',
      [plugin('a', shows('x#V')), plugin('b', shows('x#V')), plugin('c'), plugin('d')],
      ['"a"', '"b"', '"x#V"'],
    ],
    [
      'DUPLICATE_PROVIDER',
      [plugin('a', { provides: [capability('x')] }), plugin('z', { provides: [capability('x')] }), plugin('m')],
      ['"a"', '"z"', '"x"'],
    ],
    ['DUPLICATE_PLUGIN', [plugin('a', shows('x#V')), plugin('a'), plugin('b', shows('x#V'))], ['"a"']],
  ]
  test.each(sets)('%s', (code, plugins, names) => {
    const found = permutations(plugins).map((order) => mistake(order))
    expect(new Set(found.map((one) => one.message)).size).toBe(1)
    for (const one of found) {
      expect(one.code).toBe(code)
      for (const name of names) expect(one.message).toContain(name)
    }
  })

  test('DUPLICATE_VIEW: one plugin registers a view twice', () => {
    const [one] = shows('x#V').views ?? []
    if (!one) throw new Error('no view')
    expect(mistake([plugin('a', { views: [one, one] })]).code).toBe('DUPLICATE_VIEW')
  })
})

test('any invalid value in "plugins" throws a WalletModalError', () => {
  fc.assert(
    fc.property(fc.array(fc.anything(), { minLength: 1, maxLength: 3 }), (plugins) => {
      expect(mistake(plugins as PluginInstance[]).code).toBe('INVALID_CONFIG')
    }),
    { numRuns: 500 },
  )
})

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  )
}
