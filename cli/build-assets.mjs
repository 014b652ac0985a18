// Creates the CLI's assets: the templates, the list of first-party packages, and the changelogs of these packages. `npm run build` runs it.
// With arguments, it reads the plugins of another folder and writes to another folder: node build-assets.mjs <plugins folder> <assets folder>
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

async function firstParty(pluginsFolder) {
  const { version } = await readJson(join(here, 'package.json'))
  const kernel = await readJson(join(here, '..', 'kernel', 'package.json'))
  const names = (await readdir(pluginsFolder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const plugins = await Promise.all(names.sort().map((name) => plugin(join(pluginsFolder, name))))
  return {
    version,
    kernel: { name: kernel.name, version: kernel.version, peerDependencies: kernel.peerDependencies ?? {} },
    tested: (await readJson(join(here, '..', 'templates', 'site', 'vite-react', 'template.json'))).dependencies,
    plugins,
  }
}

async function plugin(folder) {
  const { name, version, peerDependencies = {}, walletModal } = await readJson(join(folder, 'package.json'))
  if (!walletModal) throw new Error(`${folder}: package.json has no "walletModal" field`)
  const networks = walletModal.networks ? await readJson(join(folder, walletModal.networks)) : []
  return { name, version, peerDependencies, manifest: walletModal, networks }
}

/** Texts of the CHANGELOG.md files by package name; `upgrade` shows them. */
async function changelogs(pluginsFolder) {
  const plugins = (await readdir(pluginsFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const folders = [here, join(here, '..', 'kernel'), ...plugins.map(({ name }) => join(pluginsFolder, name))]
  const entries = await Promise.all(
    folders.map(async (folder) => {
      const text = await readFile(join(folder, 'CHANGELOG.md'), 'utf8').catch(() => undefined) // a package has none before its first release
      return text === undefined ? [] : [[(await readJson(join(folder, 'package.json'))).name, text]]
    }),
  )
  return Object.fromEntries(entries.flat())
}

const [pluginsFolder = join(here, '..', 'plugins'), destination = join(here, 'dist', 'assets')] = process.argv.slice(2)
const draft = `${destination}.${process.pid}`
await mkdir(draft, { recursive: true })
await writeFile(join(draft, 'first-party.json'), `${JSON.stringify(await firstParty(pluginsFolder), null, 2)}\n`)
await writeFile(join(draft, 'changelogs.json'), `${JSON.stringify(await changelogs(pluginsFolder), null, 2)}\n`)
await cp(join(here, '..', 'templates'), join(draft, 'templates'), { recursive: true })
await rm(destination, { recursive: true, force: true })
await rename(draft, destination)
