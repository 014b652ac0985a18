/** @param {string} text */
export const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Inline code; in double backticks if the text contains a backtick. @param {unknown} text */
export const code = (text) => {
  const content = cell(String(text))
  return content.includes('`') ? `\`\` ${content} \`\`` : `\`${content}\``
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  )

/** Comment for the top of a generated page, with its source. @param {string} of */
export const mark = (of) => `<!-- Made from ${of} by "npm run snapshots". Change it there. -->`
