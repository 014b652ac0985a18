import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'

/** @typedef {{ name: string, version: string, os: string[], cpu?: string[], libc?: string[] }} Listed */

/**
 * Registry proxy for Yarn, which reads the metadata of the binary packages of all platforms before it installs anything. A registry mirror may lack
 * some of these packages. The proxy adds empty packages instead, which are never installed because they are for other platforms.
 * @param {string} upstream with a slash at the end
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startPlatformRegistry(upstream) {
  const missing = missingPackages()
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').slice(1)
    const added = missing.get(decodeURIComponent(path).replace(/\.tgz$/, ''))
    if (added && path.endsWith('.tgz')) return response.end(tarballOf(added))
    const answer = await fetch(new URL(path, upstream), { headers: { accept: request.headers.accept ?? '*/*' } })
    if (added) {
      const known = answer.ok ? await answer.json() : { name: added.name, 'dist-tags': { latest: added.version } }
      const shasum = createHash('sha1').update(tarballOf(added)).digest('hex')
      const dist = { tarball: `http://${request.headers.host}/${path}.tgz`, shasum }
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(
        JSON.stringify({ ...known, versions: { [added.version]: { ...added, dist }, ...known.versions } }),
      )
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    return response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Packages (for other platforms) that the registry lacked when package-lock.json was written. The lockfile has no hash for them. */
function missingPackages() {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, Listed>} */
  const found = new Map()
  for (const [packagePath, { version, os, cpu, libc, optional, integrity }] of Object.entries(packages)) {
    if (!optional || !os || integrity) continue
    const name = packagePath.slice(packagePath.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(name, { name, version, os, cpu, libc })
  }
  return found
}

/** @type {Map<string, Buffer>} */
const tarballs = new Map()

/** @param {Listed} listed */
function tarballOf(listed) {
  const known = tarballs.get(listed.name)
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), 'wallet-modal-platform-'))
  try {
    mkdirSync(join(folder, 'package'))
    writeFileSync(join(folder, 'package/package.json'), JSON.stringify(listed))
    const made = execFileSync('tar', ['-czf', '-', 'package'], { cwd: folder })
    tarballs.set(listed.name, made)
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
