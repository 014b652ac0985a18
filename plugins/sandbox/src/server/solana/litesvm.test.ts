import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findLitesvm, litesvmVersion, loadLitesvm, nativePackageOf } from './litesvm.js'
import type { NativeModule } from './native-module.js'

test('the native package of each supported platform is an optional dependency in the tested version', () => {
  const { optionalDependencies } = createRequire(import.meta.url)('../../../package.json')
  const named = [
    ...['arm64', 'x64'].map((arch) => nativePackageOf({ platform: 'darwin', arch, musl: false })),
    ...['arm64', 'x64'].flatMap((arch) =>
      [false, true].map((musl) => nativePackageOf({ platform: 'linux', arch, musl })),
    ),
  ]
  expect(Object.fromEntries(named.map((name) => [name, litesvmVersion]))).toEqual(optionalDependencies)
})

test('nativePackageOf reports an unsupported platform', () => {
  expect(() => nativePackageOf({ platform: 'win32', arch: 'x64', musl: false })).toThrow(
    /The Solana engine is off: LiteSVM 1\.5\.0 has no build for "win32-x64"\. It has builds for darwin-arm64, /,
  )
})

test('findLitesvm reports a missing native package with the command that installs it', () => {
  expect(() => findLitesvm(process.cwd(), { platform: 'darwin', arch: 'arm64', musl: false })).toThrow(
    'The Solana engine is not installed: run "npm install --save-dev --save-exact litesvm-darwin-arm64@1.5.0" and start the sandbox again.',
  )
})

test('findLitesvm names the missing library of an installed Solana plugin, and not the plugin', () => {
  const site = mkdtempSync(path.join(tmpdir(), 'sandbox-site-'))
  for (const name of ['litesvm-darwin-arm64', '@wallet-modal/solana']) {
    mkdirSync(path.join(site, 'node_modules', name), { recursive: true })
    writeFileSync(path.join(site, 'node_modules', name, 'package.json'), '{ "main": "package.json" }')
  }
  expect(() => findLitesvm(site, { platform: 'darwin', arch: 'arm64', musl: false })).toThrow(
    'The Solana engine is off: "@solana/web3.js", a dependency of "@wallet-modal/solana", is not installed. Install the packages of the site again, and start the sandbox again.',
  )
  rmSync(site, { recursive: true })
})

test('loadLitesvm loads the native module that the package litesvm loads, also for a site without a native module', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'sandbox-site-'))
  const { native } = loadLitesvm(findLitesvm(elsewhere)) // from this package if the site has no native module
  rmSync(elsewhere, { recursive: true })
  const theirs: NativeModule = createRequire(import.meta.url)(
    'litesvm/dist/internal.js',
  ) satisfies typeof import('litesvm/dist/internal.js')
  expect(native.LiteSvm).toBe(theirs.LiteSvm)
})
