import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../setup/cache.mjs'
import { must, run, SetupError } from '../setup/steps.mjs'
import { npmEnv } from './npm.mjs'
import { packedHash, packWorkspace } from './pack.mjs'

/**
 * @typedef {import('./pack.mjs').Packed} Packed
 * @typedef {object} Registry
 * @property {string} url with a slash at the end
 * @property {NodeJS.ProcessEnv} env for child processes: their npm uses this registry, with its own cache and settings
 * @property {string} hash of the published packages
 * @property {readonly Packed[]} packed
 * @property {(packed: readonly Packed[]) => Promise<void>} publish publishes further packages, such as those of tests/third-party
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a registry on a free port of 127.0.0.1 with the current build of this repository's packages. Other packages come from the registry in this
 * machine's npm settings. With `own`, the registry has only the packages of this repository that the caller publishes, and `stop` deletes them.
 * @param {{ own?: string, packed?: readonly Packed[] }} [options] `own`: part of the name of the storage folder; `packed`: the packages of this
 *   repository, if the caller has packed them already
 * @returns {Promise<Registry>}
 */
export async function startRegistry({ own, packed: existing } = {}) {
  const packed = existing ?? (await packWorkspace())
  const hash = packedHash(packed)
  const folder = own === undefined ? `workspace-${hash}` : `own-${own}-${process.pid}`
  const storage = cacheFolder('registry')
  if (own === undefined && !existsSync(join(storage, folder))) await publishWorkspace(packed, storage, folder)
  const { stop, publish, ...served } = await open(storage, folder)
  return {
    ...served,
    hash,
    packed,
    publish,
    stop: async () => {
      await stop()
      if (own !== undefined) rmSync(join(storage, folder), { recursive: true, force: true })
    },
  }
}

/**
 * Publishes every package of this repository. If two servers write to one folder at the same time, packages in it lose versions permanently.
 * So each run publishes to its own folder. This folder becomes the shared one when all packages are in it.
 * @param {readonly Packed[]} packed @param {string} storage @param {string} folder
 */
async function publishWorkspace(packed, storage, folder) {
  const draft = mkdtempSync(join(cacheFolder(), 'registry-'))
  try {
    const registry = await open(draft, folder)
    await publishAll(packed, registry).finally(registry.stop)
    moveUnlessThere(join(draft, folder), join(storage, folder))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Publishes all packages with one npm, in a fifth of the time of one npm for each. npm packs them again; the same files give the same hash.
 * @param {readonly Packed[]} packed @param {{ url: string, env: NodeJS.ProcessEnv }} registry
 */
async function publishAll(packed, { url, env }) {
  const only = packed.flatMap(({ name }) => ['--workspace', name])
  const args = ['publish', '--access', 'public', '--tag', 'latest', '--ignore-scripts', ...only]
  await must('Publishing to the local registry', 'npm', args, { env })
  for (const { name, version, integrity } of packed)
    if ((await publishedIntegrity(url, name, version)) !== integrity)
      throw new SetupError(`${name} changed while it was published. Start again when no build is running.`)
}

/** @param {string} from @param {string} to a folder; an existing one has the same content */
function moveUnlessThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

/**
 * Starts the registry with a storage folder, on a free port.
 * @param {string} storage @param {string} folder folder of our packages in the storage
 */
async function open(storage, folder) {
  const { port, stop } = await serve(await configure(storage, folder))
  const url = `http://127.0.0.1:${port}/`
  const env = clientEnv(url, port)
  return { url, env, stop, publish: (/** @type {readonly Packed[]} */ others) => publish(others, url, env) }
}

/** Credentials for publishing, known to this process only: a web page in a browser on this machine can reach the port, too. */
const owner = { name: 'workspace', password: randomBytes(16).toString('hex') }

/**
 * Writes the configuration. The storage of our packages is named by their hash, so that states of the repository do not mix.
 * @param {string} storage @param {string} folder
 */
async function configure(storage, folder) {
  const upstream = (
    await must('Reading the npm registry setting', 'npm', ['config', 'get', 'registry', '--loglevel', 'silent'])
  ).trim()
  const file = join(storage, `config-${process.pid}.yaml`)
  const users = join(storage, `users-${process.pid}`)
  writeFileSync(users, `${owner.name}:{SHA}${createHash('sha1').update(owner.password).digest('base64')}\n`, {
    mode: 0o600,
  })
  const own = { access: '$all', publish: owner.name, unpublish: owner.name, storage: folder }
  const config = {
    storage,
    auth: { htpasswd: { file: users, max_users: -1 } },
    uplinks: { upstream: { url: upstream, timeout: '60s', maxage: '60m', cache: true } },
    packages: {
      'create-wallet-modal': own,
      '@wallet-modal/*': own,
      'wallet-modal-plugin-*': own,
      '@elsewhere/*': own,
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    web: { enable: false },
    log: { type: 'file', path: join(storage, 'registry.log'), level: 'warn' },
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

/** @param {string} config @returns {Promise<{ port: number, stop: () => Promise<void> }>} */
function serve(config) {
  const child = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)), [config], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    if (child.connected) child.disconnect()
    return ended
  }
  return new Promise((resolve, reject) => {
    child.once('message', (/** @type {{ port: number }} */ { port }) => resolve({ port, stop }))
    child.once('exit', () => reject(new SetupError(`The local registry did not start.\n${stderr}`)))
  })
}

/** @param {string} url @param {number} port */
function clientEnv(url, port) {
  const userconfig = join(cacheFolder('npm'), `npmrc-${port}`)
  const credentials = Buffer.from(`${owner.name}:${owner.password}`).toString('base64')
  writeFileSync(userconfig, `//127.0.0.1:${port}/:_auth=${credentials}\n`, { mode: 0o600 })
  return npmEnv({
    npm_config_registry: url,
    npm_config_userconfig: userconfig,
    npm_config_cache: cacheFolder('npm', 'cache'),
  })
}

/** @param {readonly Packed[]} packed @param {string} url @param {NodeJS.ProcessEnv} env */
async function publish(packed, url, env) {
  for (const { name, version, integrity, tarball } of packed) {
    if ((await publishedIntegrity(url, name, version)) === integrity) continue
    const { ok, output } = await run(
      'npm',
      ['publish', tarball, '--access', 'public', '--tag', 'latest', '--ignore-scripts'],
      { env },
    )
    if (!ok && (await publishedIntegrity(url, name, version)) !== integrity)
      throw new SetupError(`${name} could not be published to the local registry.\n${output}`)
  }
}

/** @param {string} url @param {string} name @param {string} version */
async function publishedIntegrity(url, name, version) {
  const response = await fetch(url + name.replace('/', '%2f'))
  if (!response.ok) return undefined
  const document = await response.json()
  return document.versions?.[version]?.dist?.integrity
}
