import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'

interface Dependency {
  readonly resolved: string
  readonly dynamic: boolean
  readonly dependencyTypes: readonly string[]
}

interface Module {
  readonly source: string
  readonly dependencies: readonly Dependency[]
}

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

/** Report of dependency-cruiser on this repository, or on a copy of it. */
export interface Graph {
  readonly modules: readonly Module[]
  readonly summary: { readonly violations: readonly Violation[] }
}

/** Runs dependency-cruiser as `npm run arch` does. */
export function cruise(folder: string): Graph {
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '--no-cache']
  const args = [program, ...options, 'kernel/src', 'cli/src', 'plugins/*/src']
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }))
}

const isStatic = ({ dynamic, dependencyTypes }: Dependency): boolean =>
  !dynamic && !dependencyTypes.some((type) => type === 'type-only' || type === 'type-import')

/** The file and all files that it loads through static imports of values. */
export function loadedWith(graph: Graph, file: string): readonly string[] {
  const modules = new Map(graph.modules.map((module) => [module.source, module]))
  const loaded = new Set<string>()
  const visit = (source: string): void => {
    if (loaded.has(source)) return
    loaded.add(source)
    for (const dependency of modules.get(source)?.dependencies.filter(isStatic) ?? []) visit(dependency.resolved)
  }
  visit(file)
  return [...loaded]
}
