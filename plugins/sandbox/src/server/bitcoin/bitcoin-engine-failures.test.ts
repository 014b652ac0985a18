import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { localBitcoinNetwork as network } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { closeServer, listen } from '../http/listen.js'
import { createBitcoinEngine } from './bitcoin-engine.js'
import {
  alice,
  BTC,
  binary,
  createEngine,
  dataFolders,
  folder,
  isAlive,
  processIdOf,
  reaper,
  resetEachTest,
  script,
} from './bitcoin-engine.test.fixtures.js'

resetEachTest()

const reasonOf = (engine: Engine): string => {
  const status = engine.status()
  return 'reason' in status ? status.reason : ''
}

describe.runIf(binary)('a real Bitcoin node', () => {
  let engine: Engine
  beforeEach(() => {
    engine = createEngine(binary)
  })

  test('a crash is reported with instructions and leaves no data, and reset starts a new node', async () => {
    const folders = dataFolders()
    await engine.start()
    process.kill(processIdOf(engine), 'SIGKILL')
    await expect.poll(() => engine.status().state).toBe('failed')
    expect(reasonOf(engine)).toContain('it ended with SIGKILL')
    expect(reasonOf(engine)).toContain('/sandbox/reset')
    await expect(engine.nativeBalance(alice)).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
    expect(dataFolders()).toEqual(folders)
    await engine.reset()
    expect(await engine.nativeBalance(alice)).toBe(100n * BTC)
  })

  test.each(['while it runs', 'while it starts'])('stop() %s leaves no process and no data', async (when) => {
    const folders = dataFolders()
    const starting = engine.start()
    if (when === 'while it runs') await starting
    const status = engine.status()
    await engine.stop()
    await starting.catch(() => undefined)
    if (status.state === 'running') expect(isAlive(status.processId)).toBe(false)
    expect(engine.status().state).toBe('stopped')
    expect(dataFolders()).toEqual(folders)
    await expect(engine.start()).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
  })

  test('stop() also ends a node that a wrapper command started', async () => {
    const wrapper = script(
      `require('node:child_process').spawnSync(${JSON.stringify(binary)}, process.argv.slice(2), { stdio: 'inherit' })`,
    )
    const wrapped = createEngine(wrapper)
    expect(await wrapped.nativeBalance(alice)).toBe(100n * BTC)
    const processId = processIdOf(wrapped)
    await wrapped.stop()
    await expect.poll(() => isAlive(processId)).toBe(false)
  })
})

describe('a Bitcoin node that fails to start', () => {
  test.each([
    // no short time limit here: on a busy machine, Node alone takes longer than half a second to start
    [
      'the program exits with an error',
      30_000,
      `console.error('Error: no space left'); process.exit(3)`,
      'exit code 3: Error: no space',
    ],
    ['the program does not respond', 500, 'setInterval(() => {}, 1000)', 'it did not answer within 0.5 s'],
  ])('is reported with the reason and leaves no data: %s', async (_, limitMs, text, sentence) => {
    const folders = dataFolders()
    const engine = createEngine(script(text), limitMs)
    await expect(engine.start()).rejects.toMatchObject({
      code: 'ENGINE_START_FAILED',
      message: expect.stringContaining(sentence),
    })
    expect(engine.status().state).toBe('failed')
    expect(dataFolders()).toEqual(folders)
  })

  test('is not polled after it has ended', async () => {
    const record = path.join(folder, 'arguments.json')
    const text = `require('node:fs').writeFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv)); process.exit(3)`
    await expect(createEngine(script(text), 30_000).start()).rejects.toThrow('exit code 3')
    const argument = (name: string): string =>
      JSON.parse(readFileSync(record, 'utf8'))
        .find((one: string) => one.startsWith(`-${name}=`))
        .slice(name.length + 2)
    let requests = 0
    const other = createServer((_, response) => {
      requests++
      response.end('{}')
    })
    await listen(other, Number(argument('rpcport')), '127.0.0.1')
    mkdirSync(path.join(argument('datadir'), 'regtest'), { recursive: true })
    writeFileSync(path.join(argument('datadir'), 'regtest/.cookie'), 'a:b')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await closeServer(other)
    expect(requests).toBe(0)
  })

  test('is reported if the program was deleted', async () => {
    const engine = createEngine(path.join(folder, 'gone'))
    await expect(engine.start()).rejects.toMatchObject({ message: expect.stringContaining('could not be run') })
  })

  test('is reported with the given reason if no node is installed', async () => {
    const engine = createBitcoinEngine({ network, binary: { off: 'There is none.' }, reaper })
    await expect(engine.nativeBalance(alice)).rejects.toMatchObject({ code: 'ENGINE_OFF', message: 'There is none.' })
    expect(engine.status()).toEqual({ state: 'off', reason: 'There is none.' })
  })
})
