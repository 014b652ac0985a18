import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBitcoind } from './bitcoind-binary.js'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sandbox-bitcoind-'))
  file = path.join(folder, process.platform === 'win32' ? 'bitcoind.exe' : 'bitcoind')
  writeFileSync(file, '')
  chmodSync(file, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

const other = process.execPath
const code = 'ENGINE_MISSING'

test('the option takes precedence over BITCOIND_PATH, and BITCOIND_PATH over PATH', () => {
  const env = { PATH: `/nowhere${path.delimiter}${folder}` }
  expect(findBitcoind({ env })).toBe(file)
  expect(findBitcoind({ env: { ...env, BITCOIND_PATH: other } })).toBe(other)
  expect(findBitcoind({ file, env: { BITCOIND_PATH: other } })).toBe(file)
})

test('a configured path that is not a program is reported, even if PATH contains bitcoind', () => {
  const env = { PATH: folder }
  for (const [given, origin] of [
    [{ file: '/nowhere/bitcoind', env }, '"/nowhere/bitcoind", from the option bitcoind'],
    [{ env: { ...env, BITCOIND_PATH: folder } }, `"${folder}", from BITCOIND_PATH`],
  ] as const)
    expect(() => findBitcoind(given)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(origin) }),
    )
})

test('without any program, the error message says how to install Bitcoin Core', () => {
  expect(() => findBitcoind({ env: {} })).toThrow(
    expect.objectContaining({
      code,
      message: expect.stringMatching(/^[^.]*install Bitcoin Core 28 or later .*again\.$/),
    }),
  )
})
