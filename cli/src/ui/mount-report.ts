import type { DetectedSite } from '../plan/detect/detect.js'
import { frameworkTitles } from '../plan/detect/framework.js'
import type { MountStep } from '../plan/files/mount.js'

const places: Readonly<Record<MountStep['where'], (file: string) => string>> = {
  new: (file) => `Make ${file}:`,
  imports: (file) => `In ${file}, with its imports:`,
  settings: (file) => `In ${file}, with its settings:`,
  markup: (file) => `In ${file}, where the button belongs:`,
}

/** How the button is put on a page: lines that can be copied as they are. */
export const mountLines = (steps: readonly MountStep[]): readonly string[] =>
  steps.flatMap(({ file, where, code }) => ['', places[where](file), '', ...code.split('\n')])

/** What was found out about a folder, for a person to check. */
export function foundLines(site: DetectedSite, packageManager: string): readonly string[] {
  const { framework, typescript, sourceFolder, basePath, workspaceRoot } = site
  return [
    `Made with  ${frameworkTitles[framework]}, in ${typescript ? 'TypeScript' : 'JavaScript'}`,
    `Code in    ${sourceFolder === '' ? 'this folder' : sourceFolder}`,
    `Packages   by ${packageManager}${workspaceRoot === '' ? '' : `, in a workspace (${workspaceRoot})`}`,
    ...(basePath === '/' ? [] : [`Base path  ${basePath}`]),
  ]
}
