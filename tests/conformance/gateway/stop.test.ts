import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGatewayProcess } from './processes.js'

let folder: string
let gateway: GatewayProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-stop-'))
})
afterEach(async () => {
  await gateway?.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts a gateway whose store has an open connection and this code as the body of `close`. */
async function start(closeBody: string): Promise<GatewayProcess> {
  const code = `export default (store) => {
    setInterval(() => {}, 1000)
    store.close = async () => { ${closeBody} }
    return {}
  }`
  await writeFile(join(folder, 'sources.mjs'), code)
  const config = { publicUrl: 'https://api.example', allowedOrigins: ['https://shop.example'] }
  gateway = await startGatewayProcess(folder, { ...config, sourcesModule: './sources.mjs' })
  return gateway
}

/** Result of `end`, or `running` if the process is still running after three seconds. */
const within3s = (ending: Promise<number | null>): Promise<number | null | 'running'> =>
  Promise.race([ending, delay(3_000, 'running' as const)])

describe.each(['SIGINT', 'SIGTERM'] as const)('a gateway that receives %s', (signal) => {
  it('exits with 0 when it has stopped', async () => {
    const { end } = await start('')
    expect(await within3s(end(signal))).toBe(0)
  })

  it('exits with 1 and logs the error if its store cannot be closed', async () => {
    const { end, output } = await start("throw new Error('The connection is lost.')")
    expect(await within3s(end(signal))).toBe(1)
    expect(output()).toContain('fault Error: The connection is lost.')
  })

  it('exits with 1 on a second signal while it is stopping, but not if npm forwards the first signal', async () => {
    const { end } = await start('await new Promise(() => {})')
    const ending = end(signal)
    await delay(50)
    void end(signal)
    expect(await Promise.race([ending, delay(1_000, 'running')])).toBe('running')
    void end(signal)
    expect(await within3s(ending)).toBe(1)
  })
})
