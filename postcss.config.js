// PostCSS settings of the web build: Mantine's preset gives the light-dark(), rem() and larger-than mixins its styles use.
export default { plugins: { 'postcss-preset-mantine': {} } };
