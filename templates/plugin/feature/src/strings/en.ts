export const strings = {
  title: 'Note',
  action: 'Note to yourself',
  text: 'It stays in this browser. Nobody else can read it.',
  label: 'Your note',
  save: 'Save',
  saved: 'Note saved',
} as const
