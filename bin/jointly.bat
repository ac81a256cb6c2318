@echo off
rem Runs the program on Windows, as bin/jointly does elsewhere: that of a release archive, or that of a checkout.
setlocal
set "here=%~dp0.."
set "app=%here%"
if not exist "%app%\jointly.jar" set "app=%here%\cli\target"
if not exist "%app%\jointly.jar" goto not_built
set "java=java.exe"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if exist "%here%\runtime\bin\java.exe" set "java=%here%\runtime\bin\java.exe"
if exist "%java%" goto found
where /q "%java%"
if errorlevel 1 goto no_java
:found
set "share="
if not defined JOINTLY_CDS set "JOINTLY_CDS=on"
if "%JOINTLY_CDS%"=="on" if exist "%app%\jointly.jsa" set share="-XX:SharedArchiveFile=%app%\jointly.jsa"
rem More jars, separated by semicolons, whose formats and engines the program finds (dev/extending.md).
set "extra="
if defined JOINTLY_CLASSPATH set "extra=;%JOINTLY_CLASSPATH%"
rem No batch file can tell whether its standard error is a terminal: without a progress bar it is right in both cases.
"%java%" -XX:+IgnoreUnrecognizedVMOptions --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xlog:disable %share% -Djava.awt.headless=true -Djointly.terminal=false %JOINTLY_JAVA_OPTS% -cp "%app%\jointly.jar%extra%" dev.jointly.cli.Main %*
exit /b %ERRORLEVEL%

:not_built
echo jointly: not built yet; run: mvn -q -DskipTests package 1>&2
exit /b 2

:no_java
echo jointly: "%java%" not found; install Java 17 or newer, or set JAVA_HOME 1>&2
exit /b 2
