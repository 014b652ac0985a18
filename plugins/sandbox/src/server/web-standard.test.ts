import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Loaded by gateways that are configured for them, on Node. The sandbox's routes are not. */
const drivers = ['@redis/client', 'libsql', 'nodemailer', 'pg']

test('the routes run without Node: their bundle imports nothing but drivers that a gateway may ask for', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./app.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser'], // as bundlers for workers resolve; viem's WebSocket client is Node's `ws` without it
    external: ['node:*', ...drivers],
  })
  const [output] = Object.values(metafile.outputs)
  const others = output?.imports.filter(({ path, kind }) => kind !== 'dynamic-import' || !drivers.includes(path))
  expect(others).toEqual([])
  expect(output?.bytes).toBeGreaterThan(10_000)
})
