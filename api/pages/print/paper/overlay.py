"""How the board of a championship becomes the lower third of a stream: its address, what it may name, and the steps in OBS.

The words for OBS's own controls are those that it shows in each language (obsproject/obs-browser, data/locale).
"""

from litestar import Response

from api.pages.print import page

WORDS = {
    "es": {
        "title": "Rótulo para retransmisiones",
        "lead": "El tablero, como rótulo transparente en el tercio inferior de la imagen: una mesa, una clasificación, o lo que "
        "toque, que cambia por sí mismo. Enseña lo mismo que el tablero de la sala: ni manos ni nada que aún no se pueda saber.",
        "address": "Dirección",
        "obs": "En OBS Studio",
        "options": "Lo que se añade a la dirección",
        "option": "Se añade",
        "means": "Qué hace",
        "trouble": "Si no se ve",
    },
    "en": {
        "title": "Overlay for streams",
        "lead": "The board as a transparent lower third over the picture: one table, standings, or whatever is on, which changes "
        "by itself. It shows what the board of the hall shows: no hands, and nothing that is not to be known yet.",
        "address": "Address",
        "obs": "In OBS Studio",
        "options": "What you can add to the address",
        "option": "Add",
        "means": "What it does",
        "trouble": "If nothing is seen",
    },
}
STEPS = {
    "es": (
        "En «Fuentes», pulsa + y elige «Navegador».",
        "Pega la dirección en «URL». No marques «Archivo local».",
        "Pon en «Ancho» y «Alto» el tamaño del lienzo: 1920 y 1080, o 1280 y 720 (Ajustes, Vídeo, Resolución base). El rótulo "
        "queda dentro del 90 % del centro, que se ve en todas las pantallas.",
        "Deja «CSS personalizado» como está, o vacío. No hay sonido: «Redirigir audio a OBS» no hace falta.",
        "Marca «Actualizar el navegador cuando la escena se active»: así también se abre si el servicio arrancó después que OBS.",
        "Deja la fuente por encima de la cámara. No hay que recortar nada ni quitar ningún color: el fondo ya es transparente.",
    ),
    "en": (
        "Under “Sources”, press + and choose “Browser”.",
        "Paste the address into “URL”. Leave “Local file” unticked.",
        "Set “Width” and “Height” to the size of the canvas: 1920 and 1080, or 1280 and 720 (Settings, Video, Base resolution). "
        "The overlay stays within the middle 90%, which every screen shows.",
        "Leave “Custom CSS” as it is, or empty. There is no sound: you do not need “Control audio via OBS”.",
        "Tick “Refresh browser when scene becomes active”: then it also opens if the service was started after OBS.",
        "Keep the source above the camera. You do not need to crop anything or key out a colour: the background is transparent.",
    ),
}
TROUBLE = {
    "es": (
        "Cuando no hay nada que enseñar (ninguna mesa en juego, por ejemplo) no se ve nada. Prueba con &show=standings.",
        "Abre la dirección en un navegador del mismo ordenador. Si allí tampoco se ve, el ordenador no llega al servicio.",
        "Si el servicio usa un certificado propio, instala antes en este ordenador la autoridad que lo firmó.",
        "Tras un corte vuelve por sí mismo. Si el corte dura, el rótulo dice de cuándo es lo que se ve.",
        "Si OBS la abrió cuando el servicio no estaba: propiedades de la fuente, «Actualizar la caché de la página actual».",
    ),
    "en": (
        "While there is nothing to show (no table in play, for example) nothing is seen. Try &show=standings.",
        "Open the address in a browser on the same computer. If it shows nothing, the computer does not reach the service.",
        "If the service has a certificate of your own, first install the authority that signed it on this computer.",
        "After a cut it comes back by itself. If the cut is long, the overlay says how old what it shows is.",
        "If OBS opened the page while the service was away: properties of the source, “Refresh cache of current page”.",
    ),
}
OPTIONS = {
    "es": (
        ("&show=table", "Sólo las mesas en juego, una tras otra. También vale ?overlay=table."),
        (
            "&show=standings",
            "Sólo las clasificaciones. Otros: podium, general, next. Varios, con comas: table,standings.",
        ),
        ("&only=3", "Sólo la mesa 3. También el id de una prueba o de un encuentro."),
        ("&match=ID", "Sólo este encuentro, que se queda con su resultado cuando termina."),
        ("&no-results", "Sin puntos ni clasificaciones, para quien comenta en diferido."),
        ("&seconds=20", "Cada cuántos segundos cambia: de 3 a 600."),
        ("&lang=en", "En inglés."),
    ),
    "en": (
        ("&show=table", "Only the tables in play, one after the other. ?overlay=table does the same."),
        ("&show=standings", "Only standings. Others: podium, general, next. Several, with commas: table,standings."),
        ("&only=3", "Only table 3. Also the id of a contest or of a match."),
        ("&match=ID", "Only this match, which stays with its result when it is over."),
        ("&no-results", "Without points and standings, for a commentary that is shown later."),
        ("&seconds=20", "The seconds between two changes: 3 to 600."),
        ("&lang=es", "In Spanish."),
    ),
}


def as_page(championship: str, board: str, language: str) -> Response[bytes]:
    """The page for a championship of this name. `board` is the address of its board, which holds no token."""
    return page(
        "paper/overlay.html",
        language,
        title=championship,
        address=f"{board}?overlay&lang={language}",
        steps=STEPS[language],
        options=OPTIONS[language],
        trouble=TROUBLE[language],
        words=WORDS[language],
    )
