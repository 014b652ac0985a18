import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Optional drivers. A gateway on Node imports a driver only if its configuration needs the driver. The sandbox's routes use none of them. */
const drivers = ['@redis/client', 'libsql', 'nodemailer', 'pg']

test('the routes run without Node: their bundle imports only optional drivers of gateways', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./app.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser'], // the conditions of bundlers for workers; without them viem uses the package `ws`
    external: ['node:*', ...drivers],
  })
  const [output] = Object.values(metafile.outputs)
  const others = output?.imports.filter(({ path, kind }) => kind !== 'dynamic-import' || !drivers.includes(path))
  expect(others).toEqual([])
  expect(output?.bytes).toBeGreaterThan(10_000)
})
