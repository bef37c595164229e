/** The order of a field's parts: what describes it stands below it, so that it lines up with one beside it. */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
