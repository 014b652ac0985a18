import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../../e2e/support/framework-server.js'
import { type ServedSite, serveSite } from '../../e2e/support/serve.js'
import { npmEnv } from '../../registry/npm.mjs'
import type { Registry } from '../../registry/registry.mjs'
import { freePort } from '../../setup/ports.mjs'
import { must } from '../../setup/steps.mjs'
import { type Project, writeFiles } from './projects.js'

/** One step of the instructions that `init --json` gives out. */
export interface MountStep {
  readonly file: string
  readonly where: 'new' | 'imports' | 'markup' | 'settings'
  readonly code: string
}

/** The environment of everything that runs in a project: nothing is told to anybody, and nothing asks. */
export const quiet = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  CI: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_UPDATE_NOTIFIER: '1',
})

/** Makes a project in a new folder of `home` and installs its packages: a site that somebody has. */
export async function scaffold(project: Project, home: string, registry: Registry): Promise<string> {
  const folder = join(home, 'site')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const env = quiet(registry.env)
  if (project.scaffolder) {
    const { package: name, args } = project.scaffolder
    await must(project.id, 'npm', ['exec', '--yes', `--package=${name}`, '--', binOf(name), ...args], {
      cwd: home,
      env,
    })
  }
  writeFiles(folder, project.files ?? {})
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline']
  if (existsSync(join(folder, 'package.json')))
    await must(`Installing ${project.id}`, 'npm', install, { cwd: folder, env })
  if (project.settles)
    for (const words of [
      ['install', 'preact@11.2.0'],
      ['uninstall', 'preact'],
    ])
      await must(`Settling ${project.id}`, 'npm', [...words, '--no-audit', '--no-fund'], { cwd: folder, env })
  return folder
}

const binOf = (name: string): string => name.slice(0, name.lastIndexOf('@'))

/** Does what the printed instructions say, as a person who copies them would. */
export function mount(folder: string, steps: readonly MountStep[], { before }: Project): void {
  for (const { file, where, code } of steps) {
    if (where === 'new') writeFiles(folder, { [file]: `${code}\n` })
    else
      edit(join(folder, file), (text) =>
        where === 'imports'
          ? withImport(file, text, code)
          : putBefore(text, where === 'settings' ? 'plugins:' : before, code),
      )
  }
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

const withImport = (_file: string, text: string, code: string): string => `${code}\n${text}`

function putBefore(text: string, anchor: string, code: string): string {
  if (!text.includes(anchor)) throw new Error(`The project has no ${anchor} to put the button before:\n${text}`)
  return text.replace(anchor, () => `${code}\n${anchor}`)
}

/** Builds a project with its own script. */
export async function build(folder: string, { build: command, id }: Project): Promise<void> {
  const [program, ...args] = command ?? []
  if (program) await must(`Building ${id}`, program, args, { cwd: folder, env: quiet(npmEnv()) })
}

/** Takes out what is not installed where a site is served. */
export const omitDevelopment = (folder: string, registry: Registry): Promise<string> =>
  must('Installing without development dependencies', 'npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: quiet(registry.env),
  })

/** Shows a built project on loopback: a folder as any host of static files does. */
export async function show(folder: string, { served }: Project): Promise<ServedSite> {
  if ('folder' in served)
    return serveSite({ directory: join(folder, served.folder), services: [], policy: () => undefined })
  const port = await freePort()
  const args = served.server.map((word) => word.replace('{port}', String(port)))
  return startServer({ folder, args, port, env: { ...quiet(npmEnv()), ...served.env?.(port), NODE_ENV: 'production' } })
}
