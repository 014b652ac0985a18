import { expect, test } from 'vitest'
import { orderPlugins } from './order.js'
import { definePlugin, type PluginInstance } from './plugin.js'
import { capability } from './token.js'

interface Needs {
  readonly requires?: readonly string[]
  readonly optional?: readonly string[]
  readonly provides?: readonly string[]
}

const plugin = (name: string, needs: Needs = {}): PluginInstance => {
  const tokens = Object.entries(needs).map(([field, names]: [string, readonly string[]]) => [
    field,
    names.map((one) => capability(one)),
  ])
  return definePlugin({ name, kernel: '^0.1', ...Object.fromEntries(tokens), setup: () => undefined })()
}
const order = (...plugins: readonly PluginInstance[]): string =>
  orderPlugins(plugins)
    .map((one) => one.plugin.spec.name)
    .join(' ')

test('the provider of a capability precedes the plugins that require the capability', () => {
  expect(
    order(
      plugin('c', { requires: ['b'] }),
      plugin('b', { requires: ['a'], provides: ['b'] }),
      plugin('a', { provides: ['a'] }),
    ),
  ).toBe('a b c')
})

test('independent plugins stay in the listed order', () => {
  expect(order(plugin('z'), plugin('a'), plugin('m'))).toBe('z a m')
})

test('the provider of an optional capability comes first if possible', () => {
  expect(order(plugin('user', { optional: ['x'] }), plugin('giver', { provides: ['x'] }))).toBe('giver user')
})

test('an optional dependency causes no cycle', () => {
  const a = plugin('a', { provides: ['a'], requires: ['b'] })
  const b = plugin('b', { provides: ['b'], optional: ['a'] })
  expect(order(a, b)).toBe('b a')
  expect(order(b, a)).toBe('b a')
  expect(
    order(plugin('a', { provides: ['a'], optional: ['b'] }), plugin('b', { provides: ['b'], optional: ['a'] })),
  ).toBe('a b')
})

test('a cycle is an error with its path', () => {
  const a = plugin('a', { provides: ['a'], requires: ['c'] })
  const b = plugin('b', { provides: ['b'], requires: ['a'] })
  const c = plugin('c', { provides: ['c'], requires: ['b'] })
  expect(() => order(plugin('outside', { requires: ['a'] }), a, b, c)).toThrow(
    expect.objectContaining({
      code: 'CYCLE',
      message:
        'Plugins require each other in a cycle: "a" -> "c" -> "b" -> "a". Make one of these dependencies optional, or remove it.',
    }),
  )
})

test('a plugin that requires itself is a cycle', () => {
  expect(() => order(plugin('a', { provides: ['a'], requires: ['a'] }))).toThrow(
    expect.objectContaining({ code: 'CYCLE' }),
  )
})
