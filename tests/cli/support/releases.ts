import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../../registry/npm.mjs'
import type { Packed } from '../../registry/pack.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'

type Versions = Record<string, string>
interface Manifest {
  name: string
  version: string
  dependencies?: Versions
  peerDependencies?: Versions
  walletModal?: { kernel: string }
}
interface FirstParty {
  version: string
  kernel: { version: string }
  plugins: { version: string; peerDependencies: Versions; manifest: { kernel: string } }[]
}

/** Versions and changelogs of the next release. */
export interface Release {
  readonly version: string
  /** The range of kernel versions that the release's plugins accept. */
  readonly kernel: string
  readonly changelogs: Readonly<Record<string, string>>
}

/** Makes packages of the next release from those of this release. Only the versions, the accepted kernel range and the changelogs differ. */
export async function packNext(packed: readonly Packed[], release: Release): Promise<readonly Packed[]> {
  const next: Packed[] = []
  for (const { name, tarball } of packed) {
    const folder = freshFolder(name)
    await must(`Unpacking ${name}`, 'tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
    edit<Manifest>(join(folder, 'package.json'), (manifest) => toNext(manifest, release))
    if (name === 'create-wallet-modal') {
      edit<FirstParty>(join(folder, 'dist/assets/first-party.json'), (list) => listToNext(list, release))
      edit<object>(join(folder, 'dist/assets/changelogs.json'), () => release.changelogs)
    }
    next.push(await packFolder(folder))
  }
  return next
}

/** Packs files as npm would publish them. */
export async function packFiles(name: string, files: Readonly<Record<string, string>>): Promise<Packed> {
  const folder = freshFolder(name)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return packFolder(folder)
}

function freshFolder(name: string): string {
  const folder = cacheFolder('releases', `${name.replace('/', '-')}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return folder
}

function toNext(manifest: Manifest, { version, kernel }: Release): Manifest {
  const { dependencies, peerDependencies, walletModal } = manifest
  return {
    ...manifest,
    version,
    ...(dependencies && { dependencies: moved(dependencies, version) }),
    ...(peerDependencies && { peerDependencies: moved(peerDependencies, version) }),
    ...(walletModal && { walletModal: { ...walletModal, kernel } }),
  }
}

const moved = (versions: Versions, version: string): Versions =>
  Object.fromEntries(
    Object.entries(versions).map(([name, range]) => [name, name.startsWith('@wallet-modal/') ? version : range]),
  )

const listToNext = (list: FirstParty, { version, kernel }: Release): FirstParty => ({
  ...list,
  version,
  kernel: { ...list.kernel, version },
  plugins: list.plugins.map((plugin) => ({
    ...plugin,
    version,
    peerDependencies: moved(plugin.peerDependencies, version),
    manifest: { ...plugin.manifest, kernel },
  })),
})

function edit<T>(path: string, change: (value: T) => T): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2))
}

/** Packs a package. Leaves the tarball in the folder of the package; the next run with this process id deletes it. */
async function packFolder(folder: string): Promise<Packed> {
  const env = npmEnv({ npm_config_loglevel: 'silent' })
  const output = await must(`Packing ${folder}`, 'npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder, env })
  const [one]: { name: string; version: string; integrity: string; filename: string }[] = JSON.parse(output)
  if (!one) throw new Error(`npm packed nothing in ${folder}.`)
  const { name, version, integrity, filename } = one
  return { name, version, integrity, tarball: join(folder, filename.replace('@', '').replace('/', '-')), files: [] }
}
