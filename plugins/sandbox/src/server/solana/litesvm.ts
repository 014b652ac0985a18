import { createRequire } from 'node:module'
import path from 'node:path'
import { resolveModule } from '../engines/resolve-module.js'
import { SandboxError } from '../errors.js'
import { isMusl } from './libc.js'
import type { NativeModule } from './native-module.js'

/** Tested version of LiteSVM. */
export const litesvmVersion = '1.5.0'

/**
 * Platforms for which LiteSVM has a package with a native module. The main package `litesvm` is not used: it depends on `@solana/kit`, and
 * `@solana/kit` on a version of `commander` that requires Node.js 22.12. On Node.js 20, Yarn refuses to install it, and so does npm with
 * `engine-strict`.
 */
const builds = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu', 'linux-arm64-musl', 'linux-x64-gnu', 'linux-x64-musl']

const solanaPlugin = '@wallet-modal/solana'
/** Library that encodes and decodes transactions; a dependency of the plugin. */
const codecLibrary = '@solana/web3.js'

/** Native module of the virtual machine, and the library with the transaction codecs. */
export interface SolanaModules {
  readonly native: NativeModule
  readonly kit: typeof import('@solana/web3.js')
}

/** Paths of the main files of both modules. */
export interface SolanaFiles {
  readonly native: string
  readonly kit: string
}

interface Platform {
  readonly platform: string
  readonly arch: string
  readonly musl: boolean
}

/** npm package with the native module for a platform. Throws `ENGINE_MISSING` if there is none. */
export function nativePackageOf({ platform, arch, musl }: Platform): string {
  const build = [platform, arch, ...(platform === 'linux' ? [musl ? 'musl' : 'gnu'] : [])].join('-')
  if (builds.includes(build)) return `litesvm-${build}`
  throw new SandboxError(
    'ENGINE_MISSING',
    `The Solana engine is off: LiteSVM ${litesvmVersion} has no build for "${build}". It has builds for ${builds.join(', ')}.`,
  )
}

/** Resolves both modules from `cwd` (the site), then from this package. Throws `ENGINE_MISSING`. */
export function findLitesvm(cwd: string, platform: Platform = thisPlatform()): SolanaFiles {
  const origins = [path.join(cwd, 'package.json'), import.meta.url]
  const name = nativePackageOf(platform)
  const native = resolveModule(name, origins)
  if (native === undefined)
    throw new SandboxError(
      'ENGINE_MISSING',
      `The Solana engine is not installed: run "npm install --save-dev --save-exact ${name}@${litesvmVersion}" and start the sandbox again.`,
    )
  const plugin = resolveModule(`${solanaPlugin}/package.json`, origins)
  if (plugin === undefined)
    throw new SandboxError(
      'ENGINE_MISSING',
      `The Solana engine is off: "${solanaPlugin}" is not installed. Add it to the site and start the sandbox again.`,
    )
  const kit = resolveModule(codecLibrary, [plugin])
  if (kit === undefined)
    throw new SandboxError(
      'ENGINE_MISSING',
      `The Solana engine is off: "${codecLibrary}", a dependency of "${solanaPlugin}", is not installed. Install the packages of the site again, and start the sandbox again.`,
    )
  return { native, kit }
}

/** Loads both modules. Throws the native module's error if the module does not run on this machine. */
export function loadLitesvm({ native, kit }: SolanaFiles): SolanaModules {
  return { native: createRequire(native)(native), kit: createRequire(kit)(kit) }
}

const thisPlatform = (): Platform => ({ platform: process.platform, arch: process.arch, musl: isMusl() })
