// PostCSS settings of the web build: Mantine's preset gives the light-dark(), rem() and larger-than mixins its styles use,
// and here its styles get ours.
export default {
  plugins: {
    'postcss-preset-mantine': {
      mixins: {
        // Hidden, but still read out, and still part of an accessible name.
        unseen: {
          position: 'absolute',
          'inline-size': '1px',
          'block-size': '1px',
          overflow: 'hidden',
          'clip-path': 'inset(50%)',
          'white-space': 'nowrap',
        },
        // Fields beside each other. The baseline of a label is that of its last line, and only errors and hints stand
        // below a field: the fields are level, however many lines each of these has.
        beside: { display: 'grid', 'align-items': 'baseline', gap: '12px' },
        // What is done with a list stays in sight below it.
        below: {
          position: 'sticky',
          'z-index': '2',
          'inset-block-end': 'var(--app-bottom, 0px)',
          background: 'var(--mantine-color-body)',
          'box-shadow': '0 -6px 12px -8px rgb(0 0 0 / 25%)',
        },
      },
    },
  },
};
