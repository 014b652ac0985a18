import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../registry/npm.mjs'
import { compiler } from '../setup/build.mjs'
import { cacheFolder, shortHash } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'

/** @typedef {import('../registry/pack.mjs').Packed} Packed */

const here = import.meta.dirname
/** Folders of third-party plugins. They are not workspaces of this repository. */
export const outsidePlugins = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/**
 * Builds and packs a plugin as its author would. The version contains a content hash, because a published version never changes.
 * @param {string} name @returns {Promise<Packed>}
 */
async function packOne(name) {
  const folder = cacheFolder('third-party', `${name}-${process.pid}`)
  try {
    const source = join(here, name)
    const compilerOptions = { composite: false, rootDir: join(source, 'src'), outDir: join(folder, 'dist') }
    const project = { extends: join(repository, 'tsconfig.json'), compilerOptions, include: [join(source, 'src')] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const tsc = join(repository, 'node_modules', compiler)
    await must(`Building ${name}`, process.execPath, [tsc, '-p', join(folder, 'tsconfig.json')], { cwd: source })
    for (const file of readdirSync(source)) if (file !== 'src') cpSync(join(source, file), join(folder, file))
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
    const version = `${manifest.version}-${contentHash(folder)}`
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }, null, 2))
    const output = await must(`Packing ${name}`, 'npm', ['pack', '--json', '--ignore-scripts'], {
      cwd: folder,
      env: npmEnv({ npm_config_loglevel: 'silent' }),
    })
    /** @type {{ name: string, integrity: string, filename: string, files: { path: string }[] }[]} */
    const [packed] = JSON.parse(output)
    if (!packed) throw new Error(`npm packed nothing in ${name}.`)
    const file = packed.filename.replace('@', '').replace('/', '-')
    const tarball = join(cacheFolder('tarballs'), file)
    renameSync(join(folder, file), tarball)
    const files = packed.files.map(({ path }) => path).sort()
    return { name: packed.name, version, integrity: packed.integrity, tarball, files }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function contentHash(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'tsconfig.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  // starts with a letter: SemVer forbids numeric identifiers with a leading zero
  return `h${shortHash(files.map((file) => `${file.slice(folder.length)}\0${readFileSync(file, 'utf8')}`).join('\0'))}`
}

/** @returns {Promise<readonly Packed[]>} */
export async function packOutside() {
  mkdirSync(cacheFolder('tarballs'), { recursive: true })
  const packed = []
  for (const name of outsidePlugins) packed.push(await packOne(name))
  return packed
}
