import { expect, expectTypeOf, test } from 'vitest'
import { defineOptions, flag } from './options.js'
import { definePlugin, type OptionsOf, type OutputOf, type PluginUi } from './plugin.js'

const ui: PluginUi = { views: [] }

test('a plugin keeps the types of its options and output', () => {
  const plugin = definePlugin({
    name: 'typed',
    kernel: '^0.1',
    options: defineOptions({ loud: flag }),
    ui: async () => ({ ui }),
    setup: (_, { loud = false }) => ({ loud }),
  })
  expectTypeOf<OutputOf<typeof plugin>>().toEqualTypeOf<{ loud: boolean }>()
  expectTypeOf<OptionsOf<typeof plugin>['loud']>().toEqualTypeOf<boolean | undefined>()
  // @ts-expect-error there is no such option
  expect(plugin({ quiet: true }).plugin).toBe(plugin)
})
