import { existsSync } from 'node:fs'
import path from 'node:path'
import { resolveModule } from '../../engines/resolve-module.js'
import { SandboxError } from '../../errors.js'

/** npm package of the EVM node, in the tested version. */
export const anvilPackage = { name: '@foundry-rs/anvil', version: '1.7.1' }

const platforms: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-amd64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-amd64',
  'win32-x64': 'win32-amd64',
}

/** Path of the node's executable, resolved from `cwd` (the site), then from this package. Throws `ENGINE_MISSING`. */
export function findAnvil(cwd: string): string {
  const platform = platforms[`${process.platform}-${process.arch}`]
  if (platform === undefined) {
    throw new SandboxError('ENGINE_MISSING', `The EVM engine has no build for ${process.platform} ${process.arch}.`)
  }
  const executable = findFrom(path.join(cwd, 'package.json'), platform) ?? findFrom(import.meta.url, platform)
  if (executable !== undefined) return executable
  throw new SandboxError(
    'ENGINE_MISSING',
    `The EVM engine is not installed: run "npm install --save-dev --save-exact ${anvilPackage.name}@${anvilPackage.version}" and start the sandbox again.`,
  )
}

// The executable is in a dependency of `anvilPackage`. Strict package managers resolve this dependency only from `anvilPackage`.
function findFrom(origin: string, platform: string): string | undefined {
  const wrapper = resolveModule(`${anvilPackage.name}/package.json`, [origin])
  const manifest = wrapper && resolveModule(`${anvilPackage.name}-${platform}/package.json`, [wrapper])
  if (manifest === undefined) return undefined
  const file = path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  return existsSync(file) ? file : undefined
}
