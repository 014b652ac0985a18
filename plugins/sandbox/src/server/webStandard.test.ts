import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('the routes run without Node: their bundle imports nothing', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./app.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser'], // as bundlers for workers resolve; viem's WebSocket client is Node's `ws` without it
    external: ['node:*'],
  })
  const [output] = Object.values(metafile.outputs)
  expect(output?.imports).toEqual([])
  expect(output?.bytes).toBeGreaterThan(10_000)
})
