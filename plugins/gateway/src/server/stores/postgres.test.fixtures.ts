import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps the server's programs outside of PATH. */
const debian = '/usr/lib/postgresql'
const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
const folders = [...versions.map((one) => join(debian, one, 'bin')), ...(process.env.PATH ?? '').split(delimiter)]

/** Folder of PostgreSQL's programs on this machine. Without them, the tests of PostgreSQL are skipped. */
export const postgresPrograms: string | undefined = folders.find((folder) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
)

export interface PostgresProcess {
  readonly url: string
  stop(): Promise<void>
}

/** User that runs PostgreSQL. Empty: the current user. PostgreSQL refuses to run as root, so for root it is Debian's user `postgres`. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Starts PostgreSQL on loopback with its files in `folder`. PostgreSQL's user needs access to the parent folders, such as `/tmp`. */
export async function startPostgres(folder: string, port: number): Promise<PostgresProcess> {
  const as = account()
  const data = join(folder, 'postgres')
  mkdirSync(data, { mode: 0o700 })
  if (as.uid !== undefined && as.gid !== undefined) {
    chownSync(folder, as.uid, as.gid)
    chownSync(data, as.uid, as.gid)
  }
  const programs = postgresPrograms ?? ''
  const options = { ...as, cwd: data, env: { ...process.env, LC_ALL: 'C' } }
  const args = ['--pgdata', data, '--username', 'gateway', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), args, options)
  if (made.status !== 0) throw new Error(`${made.stderr}`)
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${data}`]
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await readyLine(child)
  return {
    url: `postgres://gateway@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGINT') // closes open connections
      await once(child, 'exit')
    },
  }
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('ready to accept connections')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended (exit ${code}): ${output.slice(-300)}`)))
  })
}
