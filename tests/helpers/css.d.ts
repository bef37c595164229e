// Style sheets that modules of the web import.
declare module '*.css';
