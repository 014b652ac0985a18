import type { DetectedSite } from '../plan/detect/detect.js'
import { frameworkTitles } from '../plan/detect/framework.js'
import type { MountStep } from '../plan/files/mount.js'

const instructions: Readonly<Record<MountStep['where'], (file: string) => string>> = {
  new: (file) => `Create ${file}:`,
  imports: (file) => `In ${file}, add the import:`,
  settings: (file) => `In ${file}, add this setting:`,
  markup: (file) => `In ${file}, add the button:`,
}

/** Instructions that add the button to a page, with the code to copy. */
export const mountLines = (steps: readonly MountStep[]): readonly string[] =>
  steps.flatMap(({ file, where, code }) => ['', instructions[where](file), '', ...code.split('\n')])

/** The detected properties of a site, for the user to check. */
export function foundLines(site: DetectedSite, packageManager: string): readonly string[] {
  const { framework, typescript, sourceFolder, basePath, workspaceRoot } = site
  return [
    `Framework        ${frameworkTitles[framework]}, in ${typescript ? 'TypeScript' : 'JavaScript'}`,
    `Source folder    ${sourceFolder === '' ? 'this folder' : sourceFolder}`,
    `Package manager  ${packageManager}${workspaceRoot === '' ? '' : `, in a workspace (${workspaceRoot})`}`,
    ...(basePath === '/' ? [] : [`Base path        ${basePath}`]),
  ]
}
